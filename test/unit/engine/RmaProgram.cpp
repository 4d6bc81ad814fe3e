#include "RmaProgram.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace lockstep::reference {
namespace {

using Kind = RmaStep::Kind;

template <class Range>
auto pick(Random &random, const Range &from) {
  return *std::next(std::begin(from), static_cast<std::ptrdiff_t>(below(random, std::size(from))));
}

/// What a rank has open on a window.
struct Epochs {
  struct Lock {
    int group = 0;
    bool isExclusive = false;
  };
  std::map<int, Lock> locks;  // by target
  std::optional<int> lockAll;
  bool hasPosted = false;
  bool hasStarted = false;
  bool hasCompleted = false;
};

/// The phase that a window is in, with all ranks.
struct Phase {
  enum class Kind : std::uint8_t { Passive, Fence, Pscw };
  Kind kind = Kind::Passive;
  int group = -1;
  bool isUsed = false;   // by an operation since the last fence
  bool mayGoOn = false;  // the last fence has not said that no operations follow
  std::vector<int> targets;
  std::vector<int> origins;
};

class Maker {
 public:
  explicit Maker(Random &random) : random_(random) {}
  RmaProgram make();

 private:
  int rank() { return static_cast<int>(below(random_, static_cast<std::size_t>(program_.ranks))); }
  int otherRank(int than) {
    return (than + 1 + static_cast<int>(below(random_, static_cast<std::size_t>(program_.ranks - 1)))) % program_.ranks;
  }
  std::vector<int> everyone() const;
  std::vector<int> someRanks();
  Epochs &epochs(int window, int rank) {
    return epochs_[static_cast<std::size_t>(window)][static_cast<std::size_t>(rank)];
  }
  Phase &phase(int window) { return phases_[static_cast<std::size_t>(window)]; }
  int window() { return static_cast<int>(below(random_, program_.windows.size())); }
  RmaStep &add(Kind kind, int rank, int group, int epoch = -1);

  void makeWindows();
  void access();
  void operate();
  void flush();
  void lock();
  void unlock();
  void fence();
  void pscw();
  void advancePscw(int window, int rank);
  void message();
  void collective();
  void complete();
  void talk();
  void lockWord();
  void reattach();
  void close();
  bool isIdle(int window);
  bool isLockable(int window, int target, int rank, bool exclusive);
  std::optional<int> epochFor(int window, int rank, int target);

  Random &random_;
  RmaProgram program_;
  std::vector<std::vector<Epochs>> epochs_;  // by window and rank
  std::vector<Phase> phases_;
  int groups_ = 0;
  int lines_ = 9;
  bool isDense_ = false;
  std::vector<RmaStep> unreceived_;  // sends, or receives that are posted
  std::vector<RmaStep> incomplete_;  // operations with a request
  std::vector<RmaStep> unfinished_;  // members of barriers that have only started
  std::map<int, RmaStep> taken_;     // locks made of a word, by the rank whose it is
};

std::vector<int> Maker::everyone() const {
  std::vector<int> ranks(static_cast<std::size_t>(program_.ranks));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

/// At least one.
std::vector<int> Maker::someRanks() {
  std::vector<int> ranks = everyone();
  std::ranges::shuffle(ranks, random_);
  ranks.resize(1 + below(random_, std::min<std::size_t>(ranks.size(), 2)));
  std::ranges::sort(ranks);
  return ranks;
}

RmaStep &Maker::add(Kind kind, int rank, int group, int epoch) {
  RmaStep &step = program_.steps.emplace_back();
  step.kind = kind;
  step.rank = rank;
  step.group = group;
  step.epoch = epoch;
  step.line = ++lines_;
  return step;
}

void Maker::makeWindows() {
  const bool isShared = chance(random_, 20);
  RmaWindow first{Object::Exposed, 0, {}, isShared, !isShared && chance(random_, 20)};
  program_.windows.push_back(first);
  if (chance(random_, 40)) {
    const bool isAlias = !isShared && chance(random_, 60);
    program_.windows.push_back(
        {isAlias ? Object::Exposed : Object::Other, isAlias ? 8 : 0, {}, false, chance(random_, 20)});
  }
  for (RmaWindow &window : program_.windows)
    for (int i = 0; i < program_.ranks; ++i) window.units.push_back(!window.isDynamic && chance(random_, 30) ? 2 : 1);
  epochs_.assign(program_.windows.size(), std::vector<Epochs>(static_cast<std::size_t>(program_.ranks)));
  phases_.resize(program_.windows.size());
}

/// A load or store of a rank's own memory, or of another's where it is shared.
void Maker::access() {
  const int who = rank();
  RmaStep &step = add(chance(random_, 50) ? Kind::Load : Kind::Store, who, groups_++);
  step.peer = who;
  step.object = chance(random_, 40) ? Object::Buffer : Object::Exposed;
  if (program_.windows.back().object == Object::Other && chance(random_, 30)) step.object = Object::Other;
  if (step.object == Object::Exposed && program_.windows.front().isShared && chance(random_, 50)) step.peer = rank();
  step.offset = 4 * static_cast<int>(below(random_, isDense_ ? 3 : 8)) + (chance(random_, 10) ? 1 : 0);
  step.bytes = chance(random_, 80) ? 4 : 1;
  step.count = chance(random_, 80) ? 1 : 2;
  step.stride = 8;
}

/// The group of the epoch in which the rank may access the target now.
std::optional<int> Maker::epochFor(int window, int rank, int target) {
  const Phase &now = phase(window);
  const Epochs &own = epochs(window, rank);
  switch (now.kind) {
    case Phase::Kind::Fence:
      return now.group;
    case Phase::Kind::Pscw:
      if (own.hasStarted && !own.hasCompleted && std::ranges::count(now.targets, target) > 0) return now.group;
      return std::nullopt;
    case Phase::Kind::Passive:
      if (own.lockAll) return own.lockAll;
      if (const auto held = own.locks.find(target); held != own.locks.end()) return held->second.group;
      return std::nullopt;
  }
  return std::nullopt;
}

void Maker::operate() {
  const int who = rank();
  const int on = window();
  const int target = chance(random_, 15) ? who : otherRank(who);
  const auto epoch = epochFor(on, who, target);
  if (!epoch) return;
  static constexpr Rma kKinds[] = {Rma::Put,        Rma::Put,           Rma::Get,        Rma::Get,
                                   Rma::Accumulate, Rma::GetAccumulate, Rma::FetchAndOp, Rma::CompareAndSwap};
  RmaStep &step = add(Kind::Rma, who, groups_++, *epoch);
  step.window = on;
  step.peer = target;
  step.rma = pick(random_, kKinds);
  const bool isPassive = phase(on).kind == Phase::Kind::Passive;
  if (isPassive && step.rma == Rma::Put && chance(random_, 30)) step.rma = Rma::Rput;
  if (isPassive && step.rma == Rma::Get && chance(random_, 30)) step.rma = Rma::Rget;
  const bool isSingle = step.rma == Rma::FetchAndOp || step.rma == Rma::CompareAndSwap;
  if (chance(random_, 20))
    step.type = step.rma == Rma::CompareAndSwap || chance(random_, 50) ? Type::Short : Type::Float;
  static constexpr Op kOps[] = {Op::Sum, Op::Sum, Op::Prod, Op::Replace, Op::NoOp};
  step.op = pick(random_, kOps);
  if (step.rma == Rma::Accumulate && step.op == Op::NoOp) step.op = Op::Sum;
  step.count = !isSingle && chance(random_, 30) ? 2 : 1;
  step.isStrided = step.count == 2 && chance(random_, 40);
  step.displacement = 4 * static_cast<int>(below(random_, isDense_ ? 3 : 8)) + (chance(random_, 10) ? 2 : 0);
  const int unit = program_.windows[static_cast<std::size_t>(on)].units[static_cast<std::size_t>(target)];
  step.displacement -= step.displacement % unit;
  step.object = target != who && chance(random_, 20) ? Object::Exposed : Object::Buffer;
  step.offset = 4 * static_cast<int>(below(random_, isDense_ ? 3 : 8));
  phase(on).isUsed = true;
  if (step.rma == Rma::Rput || step.rma == Rma::Rget) incomplete_.push_back(step);
}

void Maker::complete() {
  if (incomplete_.empty()) return;
  const auto which = std::next(incomplete_.begin(), static_cast<std::ptrdiff_t>(below(random_, incomplete_.size())));
  RmaStep &wait = add(Kind::WaitRequest, which->rank, which->group, which->epoch);
  wait.tag = which->line;
  incomplete_.erase(which);
}

void Maker::flush() {
  const int who = rank();
  const int on = window();
  const Epochs &own = epochs(on, who);
  if (!own.lockAll && own.locks.empty()) return;
  const int target = own.lockAll ? rank() : pick(random_, own.locks).first;
  const int epoch = own.lockAll ? *own.lockAll : own.locks.at(target).group;
  static constexpr Kind kKinds[] = {Kind::Flush,      Kind::Flush,         Kind::FlushAll,
                                    Kind::FlushLocal, Kind::FlushLocalAll, Kind::WinSync};
  RmaStep &step = add(pick(random_, kKinds), who, groups_++, epoch);
  step.window = on;
  step.peer = target;
}

bool Maker::isLockable(int window, int target, int rank, bool exclusive) {
  for (int other = 0; other < program_.ranks; ++other) {
    if (other == rank) continue;
    const Epochs &held = epochs(window, other);
    if (held.lockAll && exclusive) return false;
    const auto lock = held.locks.find(target);
    if (lock != held.locks.end() && (exclusive || lock->second.isExclusive)) return false;
  }
  return true;
}

void Maker::lock() {
  const int who = rank();
  const int on = window();
  Epochs &own = epochs(on, who);
  if (phase(on).kind != Phase::Kind::Passive || own.lockAll) return;
  if (own.locks.empty() && chance(random_, 40)) {
    for (int target = 0; target < program_.ranks; ++target)
      if (!isLockable(on, target, who, false)) return;
    own.lockAll = groups_;
    RmaStep &step = add(Kind::LockAll, who, groups_++);
    step.window = on;
    step.assertion = chance(random_, 10) ? Assertion::NoCheck : Assertion::None;
    return;
  }
  const int target = rank();
  const bool isExclusive = chance(random_, 50);
  if (own.locks.contains(target) || !isLockable(on, target, who, isExclusive)) return;
  own.locks[target] = {groups_, isExclusive};
  RmaStep &step = add(Kind::Lock, who, groups_++);
  step.window = on;
  step.peer = target;
  step.isExclusive = isExclusive;
  step.assertion = chance(random_, 10) ? Assertion::NoCheck : Assertion::None;
}

void Maker::unlock() {
  const int who = rank();
  const int on = window();
  Epochs &own = epochs(on, who);
  if (own.lockAll) {
    add(Kind::UnlockAll, who, *own.lockAll).window = on;
    own.lockAll.reset();
  } else if (!own.locks.empty()) {
    const auto [target, held] = pick(random_, own.locks);
    RmaStep &step = add(Kind::Unlock, who, held.group);
    step.window = on;
    step.peer = target;
    own.locks.erase(target);
  }
}

bool Maker::isIdle(int window) {
  for (int i = 0; i < program_.ranks; ++i)
    if (epochs(window, i).lockAll || !epochs(window, i).locks.empty()) return false;
  return phase(window).kind == Phase::Kind::Passive;
}

/// Begins a phase of fences, goes on in it, or ends it.
void Maker::fence() {
  const int on = window();
  Phase &now = phase(on);
  Assertion assertion{};
  int group = groups_++;
  int epoch = -1;
  if (now.kind == Phase::Kind::Fence) {
    const bool isLast = chance(random_, 50);
    if (isLast && chance(random_, 50)) assertion = Assertion::NoSucceed;
    if (isLast) now.mayGoOn = assertion != Assertion::NoSucceed;
    if (!isLast && !now.isUsed && chance(random_, 30)) assertion = Assertion::NoPrecede;
    if (isLast) group = now.group;
    if (!isLast) epoch = now.group;
    if (isLast) now.kind = Phase::Kind::Passive;
  } else if (isIdle(on)) {
    // What has been done under locks since a fence that may have opened an epoch would lie in it.
    if (now.mayGoOn || chance(random_, 50)) assertion = Assertion::NoPrecede;
    now = {Phase::Kind::Fence, group, false, false, {}, {}};
  } else {
    return;
  }
  now.isUsed = false;
  RmaStep &step = add(Kind::Fence, 0, group, epoch);
  step.window = on;
  step.others = everyone();
  step.assertion = assertion;
}

void Maker::pscw() {
  const int on = window();
  Phase &now = phase(on);
  if (now.kind == Phase::Kind::Pscw) return advancePscw(on, rank());
  if (!isIdle(on)) return;
  now = {Phase::Kind::Pscw, groups_++, false, now.mayGoOn, someRanks(), someRanks()};
  for (int i = 0; i < program_.ranks; ++i) epochs(on, i) = {};
}

/// The next call of the rank in the phase, if it may come now.
void Maker::advancePscw(int on, int who) {
  Phase &now = phase(on);
  Epochs &own = epochs(on, who);
  const auto all = [&](const std::vector<int> &ranks, bool Epochs::*has) {
    return std::ranges::all_of(ranks, [&](int rank) { return epochs(on, rank).*has; });
  };
  const bool isTarget = std::ranges::count(now.targets, who) > 0;
  const bool isOrigin = std::ranges::count(now.origins, who) > 0;
  const auto step = [&](Kind kind, const std::vector<int> &others) {
    RmaStep &made = add(kind, who, now.group);
    made.window = on;
    made.others = others;
  };
  if (isTarget && !own.hasPosted) {
    own.hasPosted = true;
    return step(Kind::Post, now.origins);
  }
  if (isOrigin && !own.hasStarted && all(now.targets, &Epochs::hasPosted)) {
    own.hasStarted = true;
    return step(Kind::Start, now.targets);
  }
  if (isOrigin && own.hasStarted && !own.hasCompleted) {
    if (chance(random_, 50)) return;
    own.hasCompleted = true;
    return step(Kind::Complete, now.targets);
  }
  if (!isTarget || !own.hasPosted || !all(now.origins, &Epochs::hasCompleted)) return;
  step(Kind::WaitExposure, now.origins);
  std::erase(now.targets, who);
  if (!now.targets.empty()) return;
  const bool mayGoOn = now.mayGoOn;
  now = {};
  now.mayGoOn = mayGoOn;
  for (int i = 0; i < program_.ranks; ++i) epochs(on, i) = {};
}

void Maker::message() {
  if (!unreceived_.empty() && chance(random_, 60)) {
    const auto which = std::next(unreceived_.begin(), static_cast<std::ptrdiff_t>(below(random_, unreceived_.size())));
    const RmaStep open = *which;
    unreceived_.erase(which);
    const bool isSent = open.kind == Kind::Send;
    if (!isSent) {
      RmaStep &send = add(Kind::Send, open.peer, open.group);
      send.peer = open.rank;
      send.tag = open.tag;
    }
    RmaStep &receive = add(isSent ? Kind::Receive : Kind::WaitReceive, isSent ? open.peer : open.rank, open.group);
    receive.peer = isSent ? open.rank : open.peer;
    receive.tag = open.tag;
    return;
  }
  const int who = rank();
  static constexpr Kind kKinds[] = {Kind::Send, Kind::Send, Kind::SynchronousSend, Kind::PostReceive};
  RmaStep &step = add(pick(random_, kKinds), who, groups_++);
  step.peer = otherRank(who);
  step.tag = step.group;
  if (step.kind != Kind::SynchronousSend) unreceived_.push_back(step);
}

void Maker::collective() {
  if (!unfinished_.empty() && chance(random_, 60)) {
    const auto which = std::next(unfinished_.begin(), static_cast<std::ptrdiff_t>(below(random_, unfinished_.size())));
    add(Kind::WaitBarrier, which->rank, which->group).others = which->others;
    unfinished_.erase(which);
    return;
  }
  static constexpr Kind kKinds[] = {Kind::Barrier, Kind::Barrier,   Kind::Bcast,
                                    Kind::Reduce,  Kind::Allreduce, Kind::StartBarrier};
  const std::vector<int> members = chance(random_, 40) ? program_.part : everyone();
  RmaStep &step = add(pick(random_, kKinds), 0, groups_++);
  step.others = members;
  step.peer = pick(random_, members);
  if (step.kind != Kind::StartBarrier) return;
  RmaStep member = step;
  for (const int rank : members) {
    member.rank = rank;
    unfinished_.push_back(member);
  }
}

/// What is attached must not be in use.
void Maker::reattach() {
  const int on = window();
  if (!program_.windows[static_cast<std::size_t>(on)].isDynamic || !isIdle(on)) return;
  RmaStep &step = add(Kind::Reattach, rank(), groups_++);
  step.window = on;
  step.others = everyone();
}

/// Sets or adds to a word, or reads one. A few words only, so that somebody reads what another has written.
void Maker::talk() {
  static constexpr Kind kKinds[] = {Kind::SetFlag,     Kind::ReadFlag,  Kind::AddToCounter,
                                    Kind::ReadCounter, Kind::StoreFlag, Kind::LoadFlag};
  const Kind kind = pick(random_, kKinds);
  if ((kind == Kind::StoreFlag || kind == Kind::LoadFlag) && !program_.hasSharedWords) return;
  RmaStep &step = add(kind, rank(), groups_++);
  step.peer = static_cast<int>(below(random_, 2));
  step.isExchange = chance(random_, 40);
  step.isUnflushed = !step.isExchange && chance(random_, 30);
}

/// Takes a lock, tries to, or gives it back.
void Maker::lockWord() {
  const int who = rank();
  const int word = static_cast<int>(below(random_, 2));
  const auto taken = taken_.find(word);
  if (taken == taken_.end()) {
    RmaStep &step = add(Kind::TakeLock, who, groups_++);
    step.peer = word;
    taken_.emplace(word, step);
    return;
  }
  const bool isGiven = taken->second.rank == who || chance(random_, 50);
  RmaStep &step =
      add(isGiven ? Kind::GiveLock : Kind::TryLock, isGiven ? taken->second.rank : who, taken->second.group);
  step.peer = word;
  step.isExchange = chance(random_, 40);
  step.isSwap = chance(random_, 40);
  if (isGiven) taken_.erase(taken);
}

/// Ends all that is open.
void Maker::close() {
  while (!taken_.empty()) lockWord();
  while (!incomplete_.empty()) complete();
  while (!unreceived_.empty()) message();
  while (!unfinished_.empty()) collective();
  for (int on = 0; on < static_cast<int>(program_.windows.size()); ++on) {
    while (phase(on).kind == Phase::Kind::Pscw) advancePscw(on, rank());
    while (phase(on).kind == Phase::Kind::Fence) fence();
    while (!isIdle(on)) unlock();
  }
}

RmaProgram Maker::make() {
  program_.ranks = 2 + static_cast<int>(below(random_, 4));
  program_.part = everyone();
  std::ranges::shuffle(program_.part, random_);
  program_.part.resize(2);
  std::ranges::sort(program_.part);
  makeWindows();
  program_.hasSharedWords = chance(random_, 30);
  const bool hasWords = chance(random_, 60);
  isDense_ = chance(random_, 50);
  const std::size_t steps = 10 + below(random_, 60);
  // How often something happens that orders: programs without a race are wanted as well.
  const std::size_t calm = below(random_, 4);
  for (std::size_t i = 0; i < steps; ++i) {
    if (hasWords && chance(random_, 25)) chance(random_, 60) ? talk() : lockWord();
    switch (below(random_, 12 + 3 * calm)) {
      case 0:
      case 1:
        access();
        break;
      case 2:
      case 3:
      case 4:
        operate();
        break;
      case 5:
      case 6:
        lock();
        break;
      case 7:
        unlock();
        break;
      case 8:
        chance(random_, 50) ? fence() : pscw();
        break;
      case 9:
        pscw();
        break;
      case 10:
        complete();
        break;
      default:
        switch (below(random_, 4)) {
          case 0:
            message();
            break;
          case 1:
            chance(random_, 80) ? collective() : reattach();
            break;
          default:
            flush();
            break;
        }
    }
  }
  close();
  return std::move(program_);
}

}  // namespace

int bytesOf(Type type) { return type == Type::Short ? 2 : 4; }

namespace {

Bytes spread(int offset, int bytes, int count, int stride) {
  Bytes all = 0;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < bytes; ++j) all |= Bytes{1} << (offset + i * stride + j);
  return all;
}

}  // namespace

Bytes accessedBytes(const RmaStep &step) { return spread(step.offset, step.bytes, step.count, step.stride); }

Bytes localBytes(const RmaStep &step) {
  return spread(step.offset, bytesOf(step.type), step.count, bytesOf(step.type));
}

Bytes targetBytes(const RmaProgram &program, const RmaStep &step) {
  const int base = program.windows[static_cast<std::size_t>(step.window)].base;
  return spread(base + step.displacement, bytesOf(step.type), step.count,
                bytesOf(step.type) * (step.isStrided ? 2 : 1));
}

Bytes windowBytes(const RmaWindow &window) { return ~Bytes{0} << window.base; }

Word wordOf(const RmaStep &step) {
  switch (step.kind) {
    case Kind::AddToCounter:
    case Kind::ReadCounter:
      return Word::Counter;
    case Kind::TakeLock:
    case Kind::TryLock:
    case Kind::GiveLock:
      return Word::Lock;
    case Kind::StoreFlag:
    case Kind::LoadFlag:
      return Word::AtomicFlag;
    default:
      return Word::Flag;
  }
}

int Words::run(const RmaStep &step) {
  int &value = values_[{step.peer, wordOf(step)}];
  const int old = value;
  if (step.kind == Kind::SetFlag || step.kind == Kind::StoreFlag) value = step.line;
  if (step.kind == Kind::AddToCounter) ++value;
  if (step.kind == Kind::TakeLock) value = 1;
  if (step.kind == Kind::GiveLock) value = 0;
  return old;
}

RmaProgram makeRmaProgram(Random &random) { return Maker(random).make(); }

RmaProgram without(const RmaProgram &program, int group) {
  RmaProgram rest = program;
  std::erase_if(rest.steps, [&](const RmaStep &step) { return step.group == group || step.epoch == group; });
  return rest;
}

}  // namespace lockstep::reference
