#include "engine/Unbuffered.h"

#include <algorithm>
#include <utility>

#include "engine/Collectives.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using Side = Transfer::Side;

bool isSatisfied(const Transfer &transfer) {
  if (transfer.isUnknown || (transfer.side == Side::Send && transfer.mode == mpi::SendMode::Buffered)) return true;
  return transfer.partner && transfer.partner->isReached;
}

bool isSatisfied(const Participation &part) {
  return !part.exchange || part.exchange->allReached() || !part.slot->comm().isWithinWorld();
}

bool isSatisfied(const PendingWork &work) {
  return isSatisfied(work.collective) &&
         std::ranges::all_of(work.transfers, [](const TransferPtr &transfer) { return isSatisfied(*transfer); });
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

/// What was polled for and is there: only receives need the other side.
std::vector<PendingWork> polled(const Event &event) {
  PendingWork work;
  std::ranges::copy_if(event.received, std::back_inserter(work.transfers),
                       [](const TransferPtr &transfer) { return transfer->side != Side::Send; });
  return work.transfers.empty() ? std::vector<PendingWork>{} : std::vector{std::move(work)};
}

}  // namespace

bool Unbuffered::canPass(const Step &step) {
  const auto is = [](const PendingWork &work) { return isSatisfied(work); };
  return step.needsAll ? std::ranges::all_of(step.waits, is)
                       : step.waits.empty() || std::ranges::any_of(step.waits, is);
}

void Unbuffered::take(int rank, const Event &event) {
  Step step;
  if (event.what == Event::What::Enter) {
    for (const TransferPtr &transfer : event.posts) step.starts.push_back(transfer->own);
    step.arrivals = event.starts;
    if (step.starts.empty() && step.arrivals.empty()) return;
  } else if (event.what == Event::What::Leave && event.call) {
    const mpi::RoutineInfo &routine = *event.call->routine;
    step.call = event.call;
    step.waits = routine.timing == mpi::Timing::Blocking ? event.waits : polled(event);
    step.needsAll = routine.effect != Effect::WaitAny && routine.effect != Effect::WaitSome;
    if (step.waits.empty()) return;
  } else {
    return;
  }
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

void Unbuffered::block(int rank, const Step &step) {
  for (const PendingWork &work : step.waits) {
    for (const TransferPtr &transfer : work.transfers)
      if (!isSatisfied(*transfer))
        blocked_.emplace(transfer->partner ? transfer->partner.get() : transfer->own.get(), rank);
    if (!isSatisfied(work.collective)) blocked_.emplace(work.collective.exchange.get(), rank);
  }
}

void Unbuffered::wake(const void *what) {
  const auto [first, end] = blocked_.equal_range(what);
  for (auto entry = first; entry != end; ++entry) ready_.push_back(entry->second);
  blocked_.erase(first, end);
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
