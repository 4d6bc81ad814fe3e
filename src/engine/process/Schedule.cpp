#include "engine/process/Schedule.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/matching/Collectives.h"
#include "engine/values/ValueEdges.h"

namespace lockstep::engine {
namespace {

/// Thread events and plain accesses have no recorded time.
std::optional<std::uint64_t> timeOf(const Event &event) {
  if (const auto *enter = event.as<Event::Enter>()) return enter->call->time;
  if (const auto *leave = event.as<Event::Leave>()) return leave->result.time;
  if (const auto *atomic = event.as<Event::Atomic>()) return atomic->value.time;
  if (const auto *end = event.as<End>()) return end->time;
  return std::nullopt;
}

}  // namespace

void Schedule::push(Process &process, Event &&event) {
  process.queue.push_back(std::move(event));
  if (process.queue.size() == 1) makeReady(process);
  if (readers_ > 0) wakeReaders(&process);
}

void Schedule::fedUntil(std::uint64_t node, std::uint64_t time) {
  std::uint64_t &until = fedUntil_[node];
  until = std::max(until, time);
  if (readers_ == 0) return;
  wakeAllReaders();
  run();
}

/// Most events are enabled at once and bypass the queue.
void Schedule::take(Process &process, Event &&event) {
  const bool isNext = process.queue.empty() && ready_.empty();
  if (!isNext)
    push(process, std::move(event));
  else if (isBlocked(process, event))
    process.queue.push_back(std::move(event));
  else
    perform(process, event);
  run();
}

void Schedule::run() {
  while (!ready_.empty()) {
    Process &process = *ready_.front();
    ready_.pop_front();
    process.isReady = false;
    while (!process.queue.empty() && !isBlocked(process, process.queue.front())) performNext(process);
  }
}

void Schedule::drain() {
  for (const Process *process : ranks_)
    if (process != nullptr) fedUntil_[process->key.node] = UINT64_MAX;
  wakeAllReaders();
  run();
  while (Process *process = takeLowest()) {
    performNext(*process);
    makeReady(*process);
    run();
  }
}

/// Unblocks the lowest blocked rank. Processes that wait for others to reach a time come last, since these wait for
/// something else.
Process *Schedule::takeLowest() {
  const auto keyOf = [](const auto &entry) { return std::pair(entry.first.second == kTime, entry.second->rank); };
  const auto lowest = std::ranges::min_element(blocked_, {}, keyOf);
  const auto receiver =
      std::ranges::find_if(ranks_, [](const Process *one) { return one != nullptr && one->waitsFor; });
  if (receiver != ranks_.end() && (lowest == blocked_.end() || std::pair(false, (*receiver)->rank) < keyOf(*lowest))) {
    std::exchange((*receiver)->waitsFor, nullptr)->waiting = -1;
    return *receiver;
  }
  if (lowest == blocked_.end()) return nullptr;
  Process *process = lowest->second;
  if (lowest->first.second == kTime) --readers_;
  blocked_.erase(lowest);
  return process;
}

void Schedule::performNext(Process &process) {
  perform(process, process.queue.front());
  process.queue.pop_front();
}

void Schedule::perform(Process &process, const Event &event) {
  const bool wasOver = process.isOver;
  perform_(process, event);
  if (const auto *enter = event.as<Event::Enter>()) wakeStarted(*enter);
  if (const auto *leave = event.as<Event::Leave>())
    for (const TransferPtr &transfer : leave->posts) wake(*transfer->own);
  if (readers_ > 0) wakeReaders(&process);
  if (process.isOver && !wasOver) {
    ++over_;
    wakeAll();
  }
}

void Schedule::wakeStarted(const Event::Enter &event) {
  for (const Participation &part : event.starts) {
    wake({part.exchange.get(), part.position});
    if (part.exchange->allPublished()) wake({part.exchange.get(), kEveryone});
  }
  for (const TransferPtr &transfer : event.posts) wake(*transfer->own);
  for (const MeetingPtr &meeting : event.call->meetings)
    wake({meeting.get(), event.call->routine->effect == mpi::Effect::Post ? kPosted : kCompleted});
}

/// Only returns from calls and reads of values depend on others.
bool Schedule::isBlocked(Process &process, const Event &event) {
  if (const auto *leave = event.as<Event::Leave>()) {
    const auto isOne = [&](const auto &what) { return isBlocked(process, what); };
    return std::ranges::any_of(leave->completions, isOne) || std::ranges::any_of(leave->received, isOne) ||
           isBlockedByMeetings(process, *leave) ||
           (values_.awaits(process, *leave) && isBlockedByTime(process, leave->result.time));
  }
  const auto *atomic = event.as<Event::Atomic>();
  return atomic != nullptr && values_.awaits(process, *atomic) && isBlockedByTime(process, atomic->value.time);
}

/// Some other process has not reached the time.
bool Schedule::isBlockedByTime(Process &process, std::uint64_t time) {
  for (const Process *other : ranks_) {
    if (other == &process || isBeyond(other, process, time)) continue;
    ++readers_;
    block(process, {other, kTime});
    return true;
  }
  return false;
}

/// Whether everything that the other process did up to this time has been performed. At equal times the lower rank
/// comes first. Null: a process that is not initialized.
bool Schedule::isBeyond(const Process *other, const Process &reader, std::uint64_t time) const {
  const auto until = fedUntil_.find(reader.key.node);
  const bool isAllFed = until != fedUntil_.end() && until->second > time;
  if (other == nullptr) return isAllFed;
  if (other->isOver || other->key.node != reader.key.node) return true;
  for (const Event &event : other->queue)
    if (const auto next = timeOf(event)) return *next > time || (*next == time && other->rank > reader.rank);
  return isAllFed || other->lastTime > time;
}

void Schedule::wakeAllReaders() {
  wakeReaders(nullptr);
  for (const Process *process : ranks_)
    if (process != nullptr) wakeReaders(process);
}

void Schedule::wakeReaders(const Process *process) {
  const std::size_t waiting = blocked_.count({process, kTime});
  if (waiting == 0) return;
  readers_ -= waiting;
  wake({process, kTime});
}

/// See Exposure.h.
bool Schedule::isBlockedByMeetings(Process &process, const Event::Leave &event) {
  if (!event.call || event.call->meetings.empty()) return false;
  const bool ends = endsExposure(*event.call, event.result);
  const bool completes = event.call->routine->effect == mpi::Effect::CompleteAccess;
  return std::ranges::any_of(event.call->meetings, [&](const MeetingPtr &meeting) {
    const bool waitsForOrigin = ends && meeting->completed.tick == 0 && mayStillCome(meeting->origin);
    const bool waitsForTarget =
        completes && meeting->isRead && meeting->posted.tick == 0 && mayStillCome(meeting->target);
    if (waitsForOrigin || waitsForTarget) block(process, {meeting.get(), waitsForOrigin ? kCompleted : kPosted});
    return waitsForOrigin || waitsForTarget;
  });
}

bool Schedule::isBlocked(Process &process, const TransferPtr &transfer) {
  if (transfer->isUnknown || (transfer->partner && transfer->partner->isOrdered())) return false;
  block(process, transfer->partner ? transfer->partner : transfer->own);
  return true;
}

void Schedule::matched(const Transfer &receive) {
  wake(*receive.own);
  if (receive.partner) wake(*receive.partner);
}

bool Schedule::isBlocked(Process &process, const Participation &part) {
  if (part.exchange->allPublished()) return false;
  const Sources sources = sourcesOf(*part.slot->callOf(part.position), part.slot->comm(), part.position);
  if (sources.everyone && over_ == 0 && part.slot->comm().isWithinWorld()) {
    block(process, {part.exchange.get(), kEveryone});
    return true;
  }
  const auto blockOn = [&](unsigned source) {
    if (!isAwaited(part, source)) return false;
    block(process, {part.exchange.get(), source});
    return true;
  };
  if (!sources.everyone) return std::ranges::any_of(sources.some, blockOn);
  for (unsigned i = 0; i < part.slot->calls().size(); ++i)
    if (blockOn(i)) return true;
  return false;
}

bool Schedule::isAwaited(const Participation &part, unsigned source) const {
  const int rank = part.slot->comm().members()[source];
  return !part.exchange->isPublished(source) && rank >= 0 && mayStillCome(rank);
}

bool Schedule::mayStillCome(int rank) const {
  const auto index = static_cast<std::size_t>(rank);
  const Process *process = index < ranks_.size() ? ranks_[index] : nullptr;
  return process == nullptr || !process->isOver;
}

void Schedule::makeReady(Process &process) {
  if (!std::exchange(process.isReady, true)) ready_.push_back(&process);
}

void Schedule::block(Process &process, Place place) { blocked_.emplace(place, &process); }

void Schedule::block(Process &process, const TransferStartPtr &start) {
  if (start->waiting >= 0) return block(process, Place{start.get(), 0});
  start->waiting = process.rank;
  process.waitsFor = start;
}

void Schedule::wake(TransferStart &start) {
  wake(Place{&start, 0});
  const int rank = std::exchange(start.waiting, -1);
  if (rank < 0) return;
  Process &process = *ranks_[static_cast<std::size_t>(rank)];
  makeReady(process);
  process.waitsFor = nullptr;
}

void Schedule::wake(Place place) {
  if (blocked_.empty()) return;
  const auto [first, end] = blocked_.equal_range(place);
  if (first == end) return;
  for (auto entry = first; entry != end; ++entry) makeReady(*entry->second);
  blocked_.erase(first, end);
}

void Schedule::wakeAll() {
  readers_ = 0;
  for (const auto &[place, process] : blocked_) makeReady(*process);
  blocked_.clear();
  for (Process *process : ranks_)
    if (process != nullptr && process->waitsFor) wake(*TransferStartPtr(process->waitsFor));
}

}  // namespace lockstep::engine
