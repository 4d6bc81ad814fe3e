#include "engine/Schedule.h"

#include <algorithm>

#include "engine/Collectives.h"

namespace lockstep::engine {

void Schedule::push(Process &process, Event event) {
  process.queue.push_back(std::move(event));
  if (process.queue.size() == 1) ready_.push_back(&process);
}

/// Most events wait for nothing: they need not go through the queue.
void Schedule::take(Process &process, Event event) {
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
    while (!process.queue.empty() && !isBlocked(process, process.queue.front())) performNext(process);
  }
}

void Schedule::drain() {
  const auto lower = [](const auto &a, const auto &b) { return a.second->rank < b.second->rank; };
  for (run(); !blocked_.empty(); run()) {
    const auto lowest = std::ranges::min_element(blocked_, lower);
    Process &process = *lowest->second;
    blocked_.erase(lowest);
    performNext(process);
    ready_.push_back(&process);
  }
}

void Schedule::performNext(Process &process) {
  Event event = std::move(process.queue.front());
  process.queue.pop_front();
  perform(process, event);
}

void Schedule::perform(Process &process, Event &event) {
  const bool wasOver = process.isOver;
  perform_(process, event);
  for (const Participation &part : event.starts) {
    wake({part.exchange.get(), part.position});
    if (part.exchange->allPublished()) wake({part.exchange.get(), kEveryone});
  }
  for (const TransferPtr &transfer : event.posts) wake({transfer->own.get(), 0});
  if (event.what == Event::What::Enter)
    for (const MeetingPtr &meeting : event.call->meetings)
      wake({meeting.get(), event.call->routine->effect == mpi::Effect::Post ? kPosted : kCompleted});
  if (process.isOver && !wasOver) {
    ++over_;
    wakeAll();
  }
}

bool Schedule::isBlocked(Process &process, const Event &event) {
  return std::ranges::any_of(event.completions, [&](const Participation &part) { return isBlocked(process, part); }) ||
         std::ranges::any_of(event.received,
                             [&](const TransferPtr &transfer) { return isBlocked(process, *transfer); }) ||
         isBlockedByMeetings(process, event);
}

/// See Exposure.h.
bool Schedule::isBlockedByMeetings(Process &process, const Event &event) {
  if (event.what != Event::What::Leave || !event.call) return false;
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

bool Schedule::isBlocked(Process &process, const Transfer &transfer) {
  if (transfer.isUnknown || (transfer.partner && transfer.partner->isOrdered())) return false;
  block(process, {transfer.partner ? transfer.partner.get() : transfer.own.get(), 0});
  return true;
}

void Schedule::matched(const Transfer &receive) {
  wake({receive.own.get(), 0});
  wake({receive.partner.get(), 0});
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

void Schedule::block(Process &process, Place place) { blocked_.emplace(place, &process); }

void Schedule::wake(Place place) {
  const auto [first, end] = blocked_.equal_range(place);
  for (auto entry = first; entry != end; ++entry) ready_.push_back(entry->second);
  blocked_.erase(first, end);
}

void Schedule::wakeAll() {
  for (const auto &[place, process] : blocked_) ready_.push_back(process);
  blocked_.clear();
}

}  // namespace lockstep::engine
