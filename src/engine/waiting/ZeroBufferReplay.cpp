#include "engine/waiting/ZeroBufferReplay.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/matching/Collectives.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using Side = Transfer::Side;

/// A receive from any source could have taken another message first, so it neither holds up anybody nor is held up.
bool isSatisfied(const Transfer &transfer) {
  if (transfer.isUnknown || (transfer.side == Side::Send && transfer.mode == mpi::SendMode::Buffered)) return true;
  if (transfer.own->isFlexible) return true;
  return transfer.partner && (transfer.partner->isFlexible || transfer.partner->isReached);
}

bool isSatisfied(const Participation &part) {
  return !part.exchange || part.exchange->allReached() || !part.slot->comm().isWithinWorld();
}

bool areSatisfied(const Transfers &transfers) {
  return std::ranges::all_of(transfers, [](const TransferPtr &transfer) { return isSatisfied(*transfer); });
}

bool isSatisfied(const PendingWork &work) { return isSatisfied(work.collective) && areSatisfied(work.transfers); }

/// What must be reached or matched before the messages are complete; null if they are.
TransferStart *firstMissing(const Transfers &transfers) {
  for (const TransferPtr &transfer : transfers)
    if (!isSatisfied(*transfer)) return transfer->partner ? transfer->partner.get() : transfer->own.get();
  return nullptr;
}

/// Including those of the call itself.
std::vector<PendingWork> worksOf(const Waits &waits) {
  std::vector<PendingWork> works(waits.works.begin(), waits.works.end());
  if (!waits.transfers.empty()) works.push_back({waits.transfers, {}});
  return works;
}

/// Ranks that cannot pass now. A rank is held up forever if what it waits for is; with a choice, if all alternatives
/// are. The others are released, and with each of them the ranks that it held up: only these are examined again.
class Held {
 public:
  void add(int rank, const Waits &waits, bool needsAll) { ranks_.emplace(rank, One{worksOf(waits), needsAll}); }

  std::vector<int> forGood() {
    for (const auto &[rank, one] : ranks_) note(rank, one);
    for (const auto &[rank, one] : ranks_) again_.push_back(rank);
    while (!again_.empty()) {
      const auto entry = ranks_.find(again_.back());
      again_.pop_back();
      if (entry != ranks_.end() && canGoOn(entry->second)) letGo(entry);
    }
    std::vector<int> ranks;
    for (const auto &[rank, one] : ranks_) ranks.push_back(rank);
    return ranks;
  }

 private:
  struct One {
    std::vector<PendingWork> works;
    bool needsAll;
  };
  /// A collective for which some of them wait.
  struct Collective {
    const Communicator *comm;
    std::size_t missing = 0;  // members that have not arrived and are held up
    std::vector<int> waiting;
  };

  void note(int rank, const One &one) {
    for (const PendingWork &work : one.works) {
      for (const TransferPtr &transfer : work.transfers)
        if (!isSatisfied(*transfer) && transfer->partner) heldUpBy_[transfer->partner->call->rank()].push_back(rank);
      if (isSatisfied(work.collective)) continue;
      const Exchange &exchange = *work.collective.exchange;
      const auto [known, isNew] = collectives_.try_emplace(&exchange, &work.collective.slot->comm());
      known->second.waiting.push_back(rank);
      if (!isNew) continue;
      const std::vector<int> &members = known->second.comm->members();
      for (unsigned i = 0; i < members.size(); ++i)
        if (!exchange.isReached(i) && ranks_.contains(members[i])) ++known->second.missing;
    }
  }

  /// False if the other side of a message is unknown.
  bool isHeldUp(const PendingWork &work) const {
    bool isHeldUp = !isSatisfied(work.collective) && collectives_.at(work.collective.exchange.get()).missing > 0;
    for (const TransferPtr &transfer : work.transfers) {
      if (isSatisfied(*transfer)) continue;
      if (!transfer->partner) return false;
      isHeldUp = isHeldUp || ranks_.contains(transfer->partner->call->rank());
    }
    return isHeldUp;
  }

  bool canGoOn(const One &one) const {
    const auto is = [&](const PendingWork &work) { return isHeldUp(work); };
    return one.needsAll ? std::ranges::none_of(one.works, is) : !std::ranges::all_of(one.works, is);
  }

  void letGo(std::map<int, One>::iterator entry) {
    const int rank = entry->first;
    ranks_.erase(entry);
    if (const auto held = heldUpBy_.find(rank); held != heldUpBy_.end())
      again_.insert(again_.end(), held->second.begin(), held->second.end());
    for (auto &[exchange, collective] : collectives_) {
      const auto position = collective.comm->positionOf(rank);
      if (!position || exchange->isReached(*position) || --collective.missing > 0) continue;
      again_.insert(again_.end(), collective.waiting.begin(), collective.waiting.end());
    }
  }

  std::map<int, One> ranks_;
  std::unordered_map<int, std::vector<int>> heldUpBy_;  // by messages
  std::unordered_map<const Exchange *, Collective> collectives_;
  std::vector<int> again_;
};

}  // namespace

bool ZeroBufferReplay::canPass(const Waits &waits, bool needsAll) {
  if (!areSatisfied(waits.transfers)) return false;
  if (waits.works.empty()) return true;
  const auto is = [](const PendingWork &work) { return isSatisfied(work); };
  return needsAll ? std::ranges::all_of(waits.works, is) : std::ranges::any_of(waits.works, is);
}

void ZeroBufferReplay::enter(int rank, const Event::Enter &event) {
  if (event.posts.empty() && event.starts.empty()) return;
  Queue &queue = queueOf(rank);
  if (queue.empty()) {
    for (const TransferPtr &transfer : event.posts) reach(*transfer->own);
    for (const Participation &part : event.starts) reach(part);
    return run();
  }
  Step &step = queue.emplace_back();
  for (const TransferPtr &transfer : event.posts) step.starts.push_back(transfer->own);
  step.arrivals.assign(event.starts.begin(), event.starts.end());
  queued(rank);
}

void ZeroBufferReplay::leave(int rank, Event::Leave &event, bool canWait) {
  const mpi::RoutineInfo &routine = *event.call->routine;
  const bool waits = canWait && !event.waits.isEmpty() && routine.timing == mpi::Timing::Blocking;
  if (event.posts.empty() && !waits) return;
  const bool needsAll = routine.effect != Effect::WaitAny && routine.effect != Effect::WaitSome;
  Queue &queue = queueOf(rank);
  if (queue.empty() && (!waits || canPass(event.waits, needsAll))) {
    for (const TransferPtr &transfer : event.posts) reach(*transfer->own);
    return run();
  }
  Step &step = queue.emplace_back();
  step.call = event.call;
  for (const TransferPtr &transfer : event.posts) step.starts.push_back(transfer->own);
  step.needsAll = needsAll;
  if (waits) step.waits = std::move(event.waits);
  queued(rank);
}

/// A step was added to the rank's queue.
void ZeroBufferReplay::queued(int rank) {
  const Queue &queue = queueOf(rank);
  ++queued_;
  if (queue.size() == 1) block(rank, queue.front());
  if (queued_ < nextLook_) return;
  settle();
  nextLook_ = queued_ + kPatience;
}

ZeroBufferReplay::Queue &ZeroBufferReplay::queueOf(int rank) {
  const auto index = static_cast<std::size_t>(rank);
  if (index >= queues_.size()) queues_.resize(index + 1);
  return queues_[index];
}

void ZeroBufferReplay::reach(TransferStart &start) {
  start.isReached = true;
  wake(start);
}

void ZeroBufferReplay::reach(const Participation &part) {
  part.exchange->reach(part.position);
  if (part.exchange->allReached()) wake(part.exchange.get());
}

void ZeroBufferReplay::run() {
  while (!ready_.empty()) {
    const int rank = ready_.front();
    ready_.pop_front();
    pass(rank);
  }
}

void ZeroBufferReplay::pass(int rank) {
  Queue &queue = queueOf(rank);
  while (!queue.empty() && canPass(queue.front().waits, queue.front().needsAll)) {
    const Step step = std::move(queue.front());
    queue.pop_front();
    --queued_;
    for (const TransferStartPtr &start : step.starts) reach(*start);
    for (const Participation &part : step.arrivals) reach(part);
  }
  if (!queue.empty()) block(rank, queue.front());
}

/// If everything is needed, waiting for one missing thing is enough.
void ZeroBufferReplay::block(int rank, const Step &step) {
  if (TransferStart *missing = firstMissing(step.waits.transfers)) return await(rank, *missing);
  for (const PendingWork &work : step.waits.works) {
    if (isSatisfied(work)) continue;
    if (TransferStart *missing = firstMissing(work.transfers))
      await(rank, *missing);
    else
      await(rank, work.collective.exchange.get());
    if (step.needsAll) return;
  }
}

/// Without cancellation, at most one rank waits for a side of a message.
void ZeroBufferReplay::await(int rank, TransferStart &start) {
  if (start.heldUp < 0)
    start.heldUp = rank;
  else if (start.heldUp != rank)
    await(rank, static_cast<const void *>(&start));
}

void ZeroBufferReplay::await(int rank, const void *what) {
  auto &waiting = blocked_[what];
  if (std::ranges::find(waiting, rank) == waiting.end()) waiting.push_back(rank);
}

void ZeroBufferReplay::wake(TransferStart &start) {
  if (start.heldUp >= 0) ready_.push_back(std::exchange(start.heldUp, -1));
  wake(static_cast<const void *>(&start));
}

void ZeroBufferReplay::wake(const void *what) {
  if (blocked_.empty()) return;
  const auto waiting = blocked_.find(what);
  if (waiting == blocked_.end()) return;
  ready_.insert(ready_.end(), waiting->second.begin(), waiting->second.end());
  blocked_.erase(waiting);
}

void ZeroBufferReplay::matched(const Transfer &receive) {
  wake(*receive.own);
  if (receive.partner) wake(*receive.partner);
  run();
}

std::vector<int> ZeroBufferReplay::findStandstill() const {
  Held held;
  for (std::size_t rank = 0; rank < queues_.size(); ++rank) {
    const Queue &queue = queues_[rank];
    if (queue.empty() || canPass(queue.front().waits, queue.front().needsAll)) continue;
    held.add(static_cast<int>(rank), queue.front().waits, queue.front().needsAll);
  }
  return held.forGood();
}

void ZeroBufferReplay::settle() {
  for (std::vector<int> ranks = findStandstill(); !ranks.empty(); ranks = findStandstill()) {
    PotentialDeadlock standstill;
    for (const int rank : ranks) standstill.calls.push_back(queueOf(rank).front().call);
    report_(standstill);
    for (const int rank : ranks) {
      queueOf(rank).front().waits = {};
      ready_.push_back(rank);
    }
    run();
  }
}

}  // namespace lockstep::engine
