#include "RmaOracle.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cassert>
#include <map>
#include <optional>

namespace lockstep::reference {
namespace {

using Kind = RmaStep::Kind;

constexpr std::size_t kMaxNodes = 2048;
using NodeSet = std::bitset<kMaxNodes>;
using Node = int;  // an event; edges always go from a lower number to a higher one
constexpr Node kNever = -1;

/// A lock that a rank holds on a part of a window.
struct Lock {
  int window = 0;
  int target = 0;
  bool isExclusive = false;
  bool isChecked = true;
  int group = 0;
};

/// Memory that is read or written from one event to another.
struct Access {
  const RmaStep *step{};
  Object object{};
  int owner = 0;
  Bytes bytes = 0;
  bool isWrite = false;
  bool isAtomic = false;  // of the accumulate family, at its target
  Node begin = kNever;
  Node end = kNever;          // kNever: it is not complete when the program ends
  std::vector<Lock> locks;    // held by its rank all the time
  std::vector<int> sections;  // likewise locks made of a word, by the rank whose word it is
};

bool isFetch(Rma rma) { return rma == Rma::GetAccumulate || rma == Rma::FetchAndOp || rma == Rma::CompareAndSwap; }
bool isGet(Rma rma) { return rma == Rma::Get || rma == Rma::Rget; }
bool isPureRead(const RmaStep &step) {
  return isGet(step.rma) || ((step.rma == Rma::GetAccumulate || step.rma == Rma::FetchAndOp) && step.op == Op::NoOp);
}

/// An operation whose completion is still to come.
struct Pending {
  const RmaStep *step{};
  std::size_t local = 0;  // its accesses
  std::size_t target = 0;
  Node effect = kNever;
  bool isLocallyComplete = false;
  bool isComplete = false;
};

class Oracle {
 public:
  explicit Oracle(const RmaProgram &program)
      : program_(program),
        last_(static_cast<std::size_t>(program.ranks), kNever),
        locks_(static_cast<std::size_t>(program.ranks)),
        turns_(static_cast<std::size_t>(program.ranks)) {}
  std::vector<Race> find();

 private:
  Node node();
  /// The rank's next event.
  Node next(int rank);
  void edge(Node from, Node to) {
    auto &known = before_[static_cast<std::size_t>(to)];
    known |= before_[static_cast<std::size_t>(from)];
    known.set(static_cast<std::size_t>(from));
  }
  bool isBefore(Node a, Node b) const {
    return a == b || before_[static_cast<std::size_t>(b)].test(static_cast<std::size_t>(a));
  }

  void run(const RmaStep &step);
  void access(const RmaStep &step);
  void operate(const RmaStep &step);
  void lock(const RmaStep &step, int target, bool isExclusive);
  void release(const RmaStep &step);
  void fence(const RmaStep &step);
  void message(const RmaStep &step);
  void collective(const RmaStep &step);
  void reattach(const RmaStep &step);
  void talk(const RmaStep &step);
  void giveLock(const RmaStep &step);
  void completeLocally(Pending &operation, Node at);
  void complete(Pending &operation, Node at);
  template <class Choice>
  void completeAll(const RmaStep &step, Node at, bool locallyOnly, Choice isMeant);

  bool isExcluded(const Access &a, const Access &b) const;
  std::optional<Race> judge(const Access &a, const Access &b) const;

  const RmaProgram &program_;
  std::vector<NodeSet> before_;  // by node: all that comes before it
  std::vector<Node> last_;       // by rank
  std::vector<std::vector<Lock>> locks_;
  std::vector<Access> accesses_;
  std::vector<Pending> pending_;
  std::map<std::pair<int, int>, Node> exposed_;                // by window and rank: the fence or post that opened it
  std::map<int, Node> sent_;                                   // by tag
  std::map<std::array<int, 3>, Node> completed_;               // access epochs by window, origin and target
  std::map<int, std::vector<std::pair<int, Node>>> started_;   // barriers by group: member and its start
  std::map<std::pair<int, Word>, std::vector<Node>> written_;  // what counts of a word: its last setting, all additions
  std::vector<std::vector<int>> turns_;                        // by rank
};

Node Oracle::node() {
  assert(before_.size() < kMaxNodes);
  before_.emplace_back();
  return static_cast<Node>(before_.size()) - 1;
}

Node Oracle::next(int rank) {
  const Node made = node();
  Node &last = last_[static_cast<std::size_t>(rank)];
  if (last != kNever) edge(last, made);
  return last = made;
}

void Oracle::access(const RmaStep &step) {
  Access &access = accesses_.emplace_back();
  access.step = &step;
  access.object = step.object;
  access.owner = step.peer;
  access.bytes = accessedBytes(step);
  access.isWrite = step.kind == Kind::Store;
  access.begin = access.end = next(step.rank);
  for (const Lock &held : locks_[static_cast<std::size_t>(step.rank)])
    if (held.target == step.peer) access.locks.push_back(held);
  access.sections = turns_[static_cast<std::size_t>(step.rank)];
}

/// An operation has its effect at the target after its call and, unless it holds a lock, after the target has exposed
/// the memory.
void Oracle::operate(const RmaStep &step) {
  const Node enter = next(step.rank);
  Pending operation;
  operation.step = &step;
  operation.effect = node();
  edge(enter, operation.effect);
  const auto isPassive = [&](const Lock &held) { return held.window == step.window && held.target == step.peer; };
  const auto opened = exposed_.find({step.window, step.peer});
  if (opened != exposed_.end() && std::ranges::none_of(locks_[static_cast<std::size_t>(step.rank)], isPassive))
    edge(opened->second, operation.effect);
  next(step.rank);

  operation.local = accesses_.size();
  Access &local = accesses_.emplace_back();
  local.step = &step;
  local.object = step.object;
  local.owner = step.rank;
  local.bytes = localBytes(step);
  local.isWrite = isGet(step.rma) || isFetch(step.rma);
  local.begin = enter;
  for (const Lock &held : locks_[static_cast<std::size_t>(step.rank)])
    if (held.target == step.rank) local.locks.push_back(held);
  local.sections = turns_[static_cast<std::size_t>(step.rank)];

  operation.target = accesses_.size();
  Access &target = accesses_.emplace_back();
  target.step = &step;
  target.object = program_.windows[static_cast<std::size_t>(step.window)].object;
  target.owner = step.peer;
  target.bytes = targetBytes(program_, step);
  target.isWrite = !isPureRead(step);
  target.isAtomic = step.rma == Rma::Accumulate || isFetch(step.rma);
  target.begin = operation.effect;
  for (const Lock &held : locks_[static_cast<std::size_t>(step.rank)])
    if (held.target == step.peer && held.window == step.window) target.locks.push_back(held);
  target.sections = turns_[static_cast<std::size_t>(step.rank)];
  pending_.push_back(operation);
}

/// What brings a result back has had its effect; what only reads has then read its target.
void Oracle::completeLocally(Pending &operation, Node at) {
  if (operation.isLocallyComplete) return;
  operation.isLocallyComplete = true;
  accesses_[operation.local].end = at;
  if (isGet(operation.step->rma) || isFetch(operation.step->rma)) edge(operation.effect, at);
  if (isPureRead(*operation.step) && accesses_[operation.target].end == kNever) accesses_[operation.target].end = at;
}

void Oracle::complete(Pending &operation, Node at) {
  completeLocally(operation, at);
  if (operation.isComplete) return;
  operation.isComplete = true;
  if (accesses_[operation.target].end == kNever) accesses_[operation.target].end = at;
}

template <class Choice>
void Oracle::completeAll(const RmaStep &step, Node at, bool locallyOnly, Choice isMeant) {
  for (Pending &operation : pending_) {
    if (operation.step->window != step.window || !isMeant(*operation.step)) continue;
    if (locallyOnly)
      completeLocally(operation, at);
    else
      complete(operation, at);
  }
}

void Oracle::lock(const RmaStep &step, int target, bool isExclusive) {
  locks_[static_cast<std::size_t>(step.rank)].push_back(
      {step.window, target, isExclusive, step.assertion != Assertion::NoCheck, step.group});
}

/// What still goes on when a lock is given back was not protected by it.
void Oracle::release(const RmaStep &step) {
  const auto isReleased = [&](const Lock &held) { return held.group == step.group; };
  std::erase_if(locks_[static_cast<std::size_t>(step.rank)], isReleased);
  for (Access &access : accesses_)
    if (access.step->rank == step.rank && access.end == kNever) std::erase_if(access.locks, isReleased);
}

void Oracle::fence(const RmaStep &step) {
  std::vector<Node> enters;
  for (const int rank : step.others) enters.push_back(next(rank));
  const Node all = node();
  if (step.assertion != Assertion::NoPrecede)
    for (const Node enter : enters) edge(enter, all);
  completeAll(step, all, false, [](const RmaStep &) { return true; });
  for (std::size_t i = 0; i < step.others.size(); ++i) {
    exposed_[{step.window, step.others[i]}] = enters[i];
    const Node leave = next(step.others[i]);
    if (step.assertion != Assertion::NoPrecede) edge(all, leave);
  }
}

void Oracle::message(const RmaStep &step) {
  if (step.kind == Kind::SynchronousSend) {
    const Node send = next(step.rank);
    const Node receive = next(step.peer);
    edge(send, next(step.peer));
    edge(receive, next(step.rank));
    return;
  }
  const Node enter = next(step.rank);
  const Node leave = next(step.rank);
  if (step.kind == Kind::Send) sent_[step.tag] = enter;
  if (step.kind == Kind::Receive || step.kind == Kind::WaitReceive) edge(sent_.at(step.tag), leave);
}

void Oracle::collective(const RmaStep &step) {
  if (step.kind == Kind::WaitBarrier) {
    next(step.rank);
    const Node leave = next(step.rank);
    for (const auto &[rank, start] : started_.at(step.group)) edge(start, leave);
    return;
  }
  std::vector<Node> enters;
  for (const int rank : step.others) enters.push_back(next(rank));
  for (std::size_t i = 0; i < step.others.size(); ++i) {
    const Node leave = next(step.others[i]);
    if (step.kind == Kind::StartBarrier) started_[step.group].emplace_back(step.others[i], enters[i]);
    for (std::size_t j = 0; j < step.others.size(); ++j) {
      const bool isFromRoot = step.others[j] == step.peer;
      const bool isToRoot = step.others[i] == step.peer;
      if (step.kind == Kind::Barrier || step.kind == Kind::Allreduce || (step.kind == Kind::Bcast && isFromRoot) ||
          (step.kind == Kind::Reduce && isToRoot))
        edge(enters[j], leave);
    }
  }
}

/// What still goes on when a lock is given back was not protected by it.
void Oracle::giveLock(const RmaStep &step) {
  std::erase(turns_[static_cast<std::size_t>(step.rank)], step.peer);
  for (Access &access : accesses_)
    if (access.step->rank == step.rank && access.end == kNever) std::erase(access.sections, step.peer);
}

/// Who has read a flag comes after the call that set it, who has read a counter after all those that added to it. Locks
/// exclude and do not order.
void Oracle::talk(const RmaStep &step) {
  const Word word = wordOf(step);
  const bool isLock = word == Word::Lock;
  const bool writes = step.kind == Kind::SetFlag || step.kind == Kind::AddToCounter || step.kind == Kind::StoreFlag;
  const bool reads = !isLock && (!writes || step.isExchange);
  std::vector<Node> &written = written_[{step.peer, word}];
  if (step.kind == Kind::GiveLock) giveLock(step);
  const Node call = next(step.rank);
  const Node after = next(step.rank);
  if (reads)
    for (const Node earlier : written) edge(earlier, after);
  if (writes && word != Word::Counter) written.clear();
  // An exchange hands on what it has learned.
  if (writes) written.push_back(reads ? after : call);
  if (step.kind == Kind::TakeLock) turns_[static_cast<std::size_t>(step.rank)].push_back(step.peer);
}

void Oracle::run(const RmaStep &step) {
  const auto isOwn = [&](const RmaStep &operation) { return operation.rank == step.rank; };
  const auto isOwnTo = [&](const RmaStep &operation) {
    return operation.rank == step.rank && operation.peer == step.peer;
  };
  switch (step.kind) {
    case Kind::Load:
    case Kind::Store:
      return access(step);
    case Kind::Rma:
      return operate(step);
    case Kind::WaitRequest: {
      next(step.rank);
      const Node leave = next(step.rank);
      for (Pending &operation : pending_)
        if (operation.step->line == step.tag) completeLocally(operation, leave);
      return;
    }
    case Kind::Lock:
    case Kind::LockAll:
      next(step.rank);
      next(step.rank);
      if (step.kind == Kind::Lock) return lock(step, step.peer, step.isExclusive);
      for (int target = 0; target < program_.ranks; ++target) lock(step, target, false);
      return;
    case Kind::Unlock:
      next(step.rank);
      completeAll(step, next(step.rank), false, isOwnTo);
      return release(step);
    case Kind::UnlockAll:
      next(step.rank);
      completeAll(step, next(step.rank), false, isOwn);
      return release(step);
    case Kind::Flush:
    case Kind::FlushLocal:
      next(step.rank);
      return completeAll(step, next(step.rank), step.kind == Kind::FlushLocal, isOwnTo);
    case Kind::FlushAll:
    case Kind::FlushLocalAll:
      next(step.rank);
      return completeAll(step, next(step.rank), step.kind == Kind::FlushLocalAll, isOwn);
    case Kind::WinSync:
    case Kind::Start:
      next(step.rank);
      next(step.rank);
      return;
    case Kind::Fence:
      return fence(step);
    case Kind::Post:
      exposed_[{step.window, step.rank}] = next(step.rank);
      next(step.rank);
      return;
    case Kind::Complete: {
      const Node enter = next(step.rank);
      // The target's wait may return from here on: what was to be read has been read then.
      for (Pending &operation : pending_) {
        const bool isMeant = operation.step->window == step.window && isOwn(*operation.step);
        if (isMeant && isPureRead(*operation.step) && accesses_[operation.target].end == kNever)
          accesses_[operation.target].end = enter;
      }
      for (const int target : step.others) completed_[{step.window, step.rank, target}] = enter;
      return completeAll(step, next(step.rank), true, isOwn);
    }
    case Kind::WaitExposure: {
      next(step.rank);
      const Node leave = next(step.rank);
      for (const int origin : step.others) edge(completed_.at({step.window, origin, step.rank}), leave);
      return completeAll(step, leave, false, [&](const RmaStep &operation) { return operation.peer == step.rank; });
    }
    case Kind::Send:
    case Kind::Receive:
    case Kind::SynchronousSend:
    case Kind::PostReceive:
    case Kind::WaitReceive:
      return message(step);
    case Kind::Barrier:
    case Kind::Bcast:
    case Kind::Reduce:
    case Kind::Allreduce:
    case Kind::StartBarrier:
    case Kind::WaitBarrier:
      return collective(step);
    case Kind::SetFlag:
    case Kind::ReadFlag:
    case Kind::AddToCounter:
    case Kind::ReadCounter:
    case Kind::TakeLock:
    case Kind::TryLock:
    case Kind::GiveLock:
    case Kind::StoreFlag:
    case Kind::LoadFlag:
      return talk(step);
    case Kind::Reattach:
      return reattach(step);
  }
}

/// A barrier, what the one rank does, and another barrier.
void Oracle::reattach(const RmaStep &step) {
  for (int round = 0; round < 2; ++round) {
    std::vector<Node> enters;
    for (const int rank : step.others) enters.push_back(next(rank));
    for (const int rank : step.others) {
      const Node leave = next(rank);
      for (const Node enter : enters) edge(enter, leave);
    }
  }
}

/// Two ranks that hold the same lock, at least one of them exclusively, are never there at the same time.
bool Oracle::isExcluded(const Access &a, const Access &b) const {
  if (a.step->rank == b.step->rank) return false;
  for (const int section : a.sections)
    if (std::ranges::count(b.sections, section) > 0) return true;
  const Bytes common = a.bytes & b.bytes;
  for (const Lock &one : a.locks)
    for (const Lock &other : b.locks) {
      const Bytes part = windowBytes(program_.windows[static_cast<std::size_t>(one.window)]);
      const bool isInside =
          program_.windows[static_cast<std::size_t>(one.window)].object == a.object && (common & part) == common;
      if (isInside && one.window == other.window && one.target == other.target &&
          (one.isExclusive || other.isExclusive) && one.isChecked && other.isChecked)
        return true;
    }
  return false;
}

/// Accumulates that are atomic to each other, or that one origin makes in order.
bool agree(const Access &a, const Access &b) {
  const RmaStep &one = *a.step;
  const RmaStep &other = *b.step;
  if (!a.isAtomic || !b.isAtomic || one.window != other.window || one.type != other.type) return false;
  if ((one.displacement - other.displacement) % bytesOf(one.type) != 0) return false;
  if (one.rank == other.rank) return true;
  const bool isSwap = one.rma == Rma::CompareAndSwap || other.rma == Rma::CompareAndSwap;
  return isSwap || one.op == other.op || one.op == Op::NoOp || other.op == Op::NoOp;
}

std::optional<Race> Oracle::judge(const Access &a, const Access &b) const {
  const Bytes common = a.bytes & b.bytes;
  if (a.step == b.step || a.object != b.object || a.owner != b.owner || common == 0) return std::nullopt;
  if (!a.isWrite && !b.isWrite) return std::nullopt;
  if ((a.end != kNever && isBefore(a.end, b.begin)) || (b.end != kNever && isBefore(b.end, a.begin)))
    return std::nullopt;
  if (isExcluded(a, b) || agree(a, b)) return std::nullopt;
  const auto [first, second] = std::minmax(a.step->line, b.step->line);
  return Race{first, second, a.object, a.owner, common};
}

std::vector<Race> Oracle::find() {
  before_.reserve(kMaxNodes);
  for (const RmaStep &step : program_.steps) run(step);
  std::vector<Race> races;
  for (std::size_t i = 0; i < accesses_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (const auto race = judge(accesses_[i], accesses_[j])) races.push_back(*race);
  std::ranges::sort(races);
  return races;
}

}  // namespace

std::vector<Race> findRaces(const RmaProgram &program) { return Oracle(program).find(); }

}  // namespace lockstep::reference
