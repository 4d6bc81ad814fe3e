#include "engine/Unbuffered.h"

#include <algorithm>
#include <utility>

#include "engine/Collectives.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using Side = Transfer::Side;

/// A receive from any source could have taken another message first, so nobody is held up by it, nor it by anybody.
bool isSatisfied(const Transfer &transfer) {
  if (transfer.isUnknown || (transfer.side == Side::Send && transfer.mode == mpi::SendMode::Buffered)) return true;
  if (transfer.own->isFlexible) return true;
  return transfer.partner && (transfer.partner->isFlexible || transfer.partner->isReached);
}

bool isSatisfied(const Participation &part) {
  return !part.exchange || part.exchange->allReached() || !part.slot->comm().isWithinWorld();
}

bool isSatisfied(const PendingWork &work) {
  return isSatisfied(work.collective) &&
         std::ranges::all_of(work.transfers, [](const TransferPtr &transfer) { return isSatisfied(*transfer); });
}

/// What has to be reached, or matched, before the work can be done; null when it is.
const void *firstMissing(const PendingWork &work) {
  for (const TransferPtr &transfer : work.transfers)
    if (!isSatisfied(*transfer)) return transfer->partner ? transfer->partner.get() : transfer->own.get();
  return isSatisfied(work.collective) ? nullptr : work.collective.exchange.get();
}

/// The ranks that hold up the work by not having come to the other side of it; empty when that cannot be told.
std::vector<int> holdUps(const PendingWork &work) {
  std::vector<int> ranks;
  for (const TransferPtr &transfer : work.transfers) {
    if (isSatisfied(*transfer)) continue;
    if (!transfer->partner) return {};
    ranks.push_back(transfer->partner->call->rank());
  }
  if (isSatisfied(work.collective)) return ranks;
  const std::vector<int> &members = work.collective.slot->comm().members();
  for (unsigned i = 0; i < members.size(); ++i)
    if (!work.collective.exchange->isReached(i)) ranks.push_back(members[i]);
  return ranks;
}

}  // namespace

bool Unbuffered::canPass(const Step &step) {
  const auto is = [](const PendingWork &work) { return isSatisfied(work); };
  return step.needsAll ? std::ranges::all_of(step.waits, is)
                       : step.waits.empty() || std::ranges::any_of(step.waits, is);
}

void Unbuffered::take(int rank, const Event &event, bool canWait) {
  Step step;
  for (const TransferPtr &transfer : event.posts) step.starts.push_back(transfer->own);
  step.arrivals = event.starts;
  if (event.what == Event::What::Leave && event.call) {
    const mpi::RoutineInfo &routine = *event.call->routine;
    step.call = event.call;
    if (canWait && routine.timing == mpi::Timing::Blocking) step.waits = event.waits;
    step.needsAll = routine.effect != Effect::WaitAny && routine.effect != Effect::WaitSome;
  }
  if (step.starts.empty() && step.arrivals.empty() && step.waits.empty()) return;
  Queue &queue = queues_[rank];
  queue.push_back(std::move(step));
  ++queued_;
  if (queue.size() == 1) ready_.push_back(rank);
  run();
  if (queued_ < nextLook_) return;
  settle();
  nextLook_ = queued_ + kPatience;
}

void Unbuffered::reach(const Step &step) {
  for (const TransferStartPtr &start : step.starts) {
    start->isReached = true;
    wake(start.get());
  }
  for (const Participation &part : step.arrivals) {
    part.exchange->reach(part.position);
    if (part.exchange->allReached()) wake(part.exchange.get());
  }
}

void Unbuffered::run() {
  while (!ready_.empty()) {
    const int rank = ready_.front();
    ready_.pop_front();
    pass(rank);
  }
}

void Unbuffered::pass(int rank) {
  Queue &queue = queues_[rank];
  while (!queue.empty() && canPass(queue.front())) {
    const Step step = std::move(queue.front());
    queue.pop_front();
    --queued_;
    reach(step);
  }
  if (!queue.empty()) block(rank, queue.front());
}

/// Where all is needed it is enough to hear of one thing that is missing.
void Unbuffered::block(int rank, const Step &step) {
  for (const PendingWork &work : step.waits) {
    const void *missing = firstMissing(work);
    if (missing == nullptr) continue;
    blocked_[missing].insert(rank);
    if (step.needsAll) return;
  }
}

void Unbuffered::wake(const void *what) {
  const auto waiting = blocked_.find(what);
  if (waiting == blocked_.end()) return;
  ready_.insert(ready_.end(), waiting->second.begin(), waiting->second.end());
  blocked_.erase(waiting);
}

void Unbuffered::matched(const Transfer &receive) {
  wake(receive.own.get());
  wake(receive.partner.get());
  run();
}

/// A rank is held up for good by one that is held up for good; with a choice, by all of them.
std::vector<int> Unbuffered::findStandstill() const {
  std::map<int, const Step *> held;
  for (const auto &[rank, queue] : queues_)
    if (!queue.empty() && !canPass(queue.front())) held[rank] = &queue.front();
  const auto isHeldUp = [&](const PendingWork &work) {
    return !isSatisfied(work) && std::ranges::any_of(holdUps(work), [&](int rank) { return held.contains(rank); });
  };
  const auto canGoOn = [&](const auto &entry) {
    const Step &step = *entry.second;
    return step.needsAll ? std::ranges::none_of(step.waits, isHeldUp) : !std::ranges::all_of(step.waits, isHeldUp);
  };
  while (std::erase_if(held, canGoOn) > 0) {
  }
  std::vector<int> ranks;
  for (const auto &[rank, step] : held) ranks.push_back(rank);
  return ranks;
}

void Unbuffered::settle() {
  for (std::vector<int> ranks = findStandstill(); !ranks.empty(); ranks = findStandstill()) {
    Standstill standstill;
    for (const int rank : ranks) standstill.calls.push_back(queues_[rank].front().call);
    report_(standstill);
    for (const int rank : ranks) {
      queues_[rank].front().waits.clear();
      ready_.push_back(rank);
    }
    run();
  }
}

}  // namespace lockstep::engine
