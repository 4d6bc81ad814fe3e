#include "engine/order/ConstructOrder.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "trace/OrderObject.h"

namespace lockstep::engine {

using trace::Family;
using trace::familyOf;
using trace::ThreadEvent;

namespace {

void raise(std::vector<std::uint32_t> &to, const std::vector<std::uint32_t> &from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = std::max(to[i], from[i]);
}

bool knows(const std::vector<std::uint32_t> &ticks, unsigned strand, std::uint32_t tick) {
  return strand < ticks.size() && ticks[strand] >= tick;
}

void set(std::vector<std::uint32_t> &ticks, unsigned strand, std::uint32_t tick) {
  if (ticks.size() <= strand) ticks.resize(strand + 1);
  ticks[strand] = tick;
}

/// Other objects represent order that the program requires: the next part of a task, the next iteration of an ordered
/// loop.
bool mayBeLock(std::uint64_t object) {
  return familyOf(object) == Family::Address || familyOf(object) == Family::Runtime;
}

}  // namespace

void ConstructOrder::join(Clock &to, const Clock &from) {
  raise(to.all, from.all);
  raise(to.withoutLocks, from.withoutLocks);
  for (const Stamp &message : from.heard) hear(to, message);
}

/// The last message of a strand subsumes earlier ones. Beyond the limit, messages are lost, see hasHeard().
void ConstructOrder::hear(Clock &clock, const Stamp &message) {
  const auto same = std::ranges::find(clock.heard, message.strand, &Stamp::strand);
  if (same != clock.heard.end()) {
    if (same->tick < message.tick) *same = message;
    return;
  }
  if (clock.heard.size() < kMostHeard) clock.heard.push_back(message);
}

void ConstructOrder::hear(unsigned thread, std::span<const Stamp> messages) {
  Strand &strand = strandOf(thread);
  for (const Stamp &message : messages) {
    hear(strand.clock, message);
    hear(strand.common, message);
  }
}

/// If messages were lost, one of them may have carried the event.
bool ConstructOrder::hasHeard(unsigned thread, const Moment &moment, const Order &order) const {
  const Strand *strand = strandOf(thread);
  if (strand == nullptr) return false;
  return strand->clock.heard.size() == kMostHeard ||
         std::ranges::any_of(strand->clock.heard, [&](const Stamp &stamp) { return order.before(moment, stamp); });
}

ConstructOrder::Thread &ConstructOrder::threadOf(unsigned thread) {
  if (thread >= threads_.size()) threads_.resize(thread + 1);
  Thread &found = threads_[thread];
  if (found.stack.empty()) {
    found.stack.push_back(makeStrand({}, false, 0));
    if (found.stack.back().number == Point::kNone) {  // a thread always has a strand
      ticks_.push_back(1);
      found.stack.back().number = static_cast<unsigned>(ticks_.size() - 1);
    }
    if (thread == 0) found.isKnown = true;
  }
  return found;
}

void ConstructOrder::initialize(unsigned thread) {
  threadOf(thread).isKnown = true;
  initializer_ = thread;
  initializedIn_ = strandOf(thread).body;
}

bool ConstructOrder::isOfInitializer(unsigned thread) const {
  const Strand *strand = strandOf(thread);
  const std::uint64_t body = strand != nullptr ? strand->body : 0;
  return body == initializedIn_ && (body != 0 || thread == initializer_);
}

const ConstructOrder::Strand *ConstructOrder::strandOf(unsigned thread) const {
  if (thread >= threads_.size() || threads_[thread].stack.empty()) return nullptr;
  const Thread &found = threads_[thread];
  if (found.task != 0)
    if (const auto task = tasks_.find(found.task); task != tasks_.end()) return &task->second;
  const auto present = std::find_if(found.stack.rbegin(), found.stack.rend(),
                                    [](const Strand &strand) { return strand.number != Point::kNone; });
  return present != found.stack.rend() ? &*present : nullptr;
}

ConstructOrder::Strand &ConstructOrder::strandOf(unsigned thread) {
  threadOf(thread);
  return const_cast<Strand &>(*std::as_const(*this).strandOf(thread));
}

/// The number of a strand that ended before the new one begins, or a new number below the limit.
unsigned ConstructOrder::takeNumber(const Clock &begin) {
  const auto known =
      std::ranges::find_if(free_, [&](unsigned strand) { return knows(begin.all, strand, ticks_[strand] - 1); });
  if (known != free_.end()) {
    const unsigned strand = *known;
    free_.erase(known);
    return strand;
  }
  if (ticks_.size() >= kMostStrands) return Point::kNone;
  ticks_.push_back(1);
  return static_cast<unsigned>(ticks_.size() - 1);
}

ConstructOrder::Strand ConstructOrder::makeStrand(const Clock &begin, bool isParallel, std::uint64_t body) {
  Strand strand;
  strand.number = takeNumber(begin);
  strand.clock = strand.common = begin;
  strand.isParallel = isParallel;
  strand.body = body;
  return strand;
}

/// Everything that the strand knows and has done so far.
const ConstructOrder::Clock &ConstructOrder::handOver(Strand &strand) {
  const Tick now = ticks_[strand.number]++;
  set(strand.clock.all, strand.number, now);
  set(strand.clock.withoutLocks, strand.number, now);
  return strand.clock;
}

void ConstructOrder::receive(Strand &strand, const Clock &clock) {
  join(strand.clock, clock);
  join(strand.common, clock);
}

void ConstructOrder::dropEnded(Thread &thread) {
  while (thread.stack.size() > 1 && thread.stack.back().hasEnded) thread.stack.pop_back();
}

void ConstructOrder::switchTo(std::uint64_t task, Thread &thread) {
  thread.task = 0;
  if (task == 0) return;
  if (!tasks_.contains(task)) {
    const auto created = objects_.find(task);
    if (created == objects_.end()) return;
    Strand strand = makeStrand(created->second.clock, created->second.isParallel, ++bodies_);
    if (strand.number == Point::kNone) return;
    tasks_.emplace(task, std::move(strand));
  }
  thread.task = task;
}

void ConstructOrder::begin(std::uint64_t object, bool isAlone, unsigned number) {
  Thread &thread = threadOf(number);
  const Object &fork = objects_[object];
  thread.isKnown = true;
  if (familyOf(object) != Family::Team) return receive(strandOf(number), fork.clock);
  dropEnded(thread);
  Strand member = makeStrand(fork.clock, fork.isParallel || !isAlone, 0);
  // Without a strand of its own, the member continues the thread's strand, which then receives the fork.
  if (member.number == Point::kNone) receive(strandOf(number), fork.clock);
  thread.stack.push_back(std::move(member));
}

/// The strand has ended: its number may be reused.
void ConstructOrder::finish(Strand &strand, Thread &thread) {
  join(thread.ended, handOver(strand));
  free_.push_back(strand.number);
}

void ConstructOrder::end(std::uint64_t object, unsigned number) {
  Thread &thread = threadOf(number);
  if (thread.task == object) return endTask(object, thread);
  if (familyOf(object) == Family::Task) return;
  Object &shared = objects_[object];
  join(shared.clock, std::exchange(thread.ended, {}));
  Strand &last = thread.stack.back();
  if (last.hasEnded) return;  // already reported, after a task
  join(shared.clock, handOver(strandOf(number)));
  const bool isMember = familyOf(object) == Family::Team && thread.stack.size() > 1;
  if (!isMember && familyOf(object) != Family::Thread) return;
  last.hasEnded = true;
  if (last.number != Point::kNone) free_.push_back(last.number);
  if (!isMember) thread.stack.clear();
}

void ConstructOrder::endTask(std::uint64_t object, Thread &thread) {
  thread.task = 0;
  const auto task = tasks_.find(object);
  if (task == tasks_.end()) return;
  finish(task->second, thread);
  join(objects_[object].clock, task->second.clock);
  tasks_.erase(task);
}

void ConstructOrder::endBody(unsigned number) {
  Thread &thread = threadOf(number);
  if (thread.stack.back().body == 0) return;
  if (thread.stack.back().number != Point::kNone) finish(thread.stack.back(), thread);
  thread.stack.pop_back();
}

void ConstructOrder::acquire(std::uint64_t object, unsigned number) {
  Strand &strand = strandOf(number);
  const auto known = objects_.find(object);
  if (known != objects_.end()) receive(strand, known->second.clock);
  if (!mayBeLock(object)) return;
  Object &lock = known != objects_.end() ? known->second : objects_[object];
  if (lock.holder != Point::kNone && lock.holder != number) lock.isShared = true;
  lock.holder = number;
  const auto place = std::ranges::lower_bound(strand.locks, object);
  if (place != strand.locks.end() && *place == object) return;
  strand.locks.insert(place, object);
  strand.shared.reset();
}

void ConstructOrder::release(ThreadEvent event, std::uint64_t object, unsigned number) {
  Strand &strand = strandOf(number);
  Object &shared = objects_[object];
  const auto held = std::ranges::find(strand.locks, object);
  if (event == ThreadEvent::Release && held != strand.locks.end()) shared.isLock = true;
  const Clock &clock = handOver(strand);
  raise(shared.clock.all, clock.all);
  if (!shared.isLock) raise(shared.clock.withoutLocks, clock.withoutLocks);
  for (const Stamp &message : clock.heard) hear(shared.clock, message);
  shared.holder = Point::kNone;
  if (held == strand.locks.end()) return;
  strand.locks.erase(held);
  strand.shared.reset();
}

void ConstructOrder::arrive(std::uint64_t object, unsigned number) {
  Object &barrier = objects_[object];
  join(barrier.arrived, handOver(strandOf(number)));
  join(barrier.arrived, std::exchange(threadOf(number).ended, {}));
  barrier.arrivedThreads.insert(number);
}

/// The first thread to leave closes the round, see ThreadOrder.h.
void ConstructOrder::depart(std::uint64_t object, unsigned number) {
  Object &barrier = objects_[object];
  if (barrier.leaving.erase(number) == 0) {
    barrier.clock = std::exchange(barrier.arrived, {});
    barrier.leaving = std::exchange(barrier.arrivedThreads, {});
    barrier.leaving.erase(number);
  }
  Strand &strand = strandOf(number);
  receive(strand, barrier.clock);
  if (familyOf(object) == Family::Team) strand.common = strand.clock;
}

/// The only remaining thread continues, and keeps the locks that it holds.
void ConstructOrder::afterJoin(Thread &thread, unsigned number) {
  if (hasPlainThreads_ || thread.task != 0 || thread.stack.size() > 1) return;
  std::vector<std::uint64_t> locks = std::move(thread.stack.front().locks);
  const bool isKnown = thread.isKnown;
  threads_.clear();
  tasks_.clear();
  objects_.clear();
  ticks_.clear();
  free_.clear();
  ++age_;
  Thread &left = threadOf(number);
  left.isKnown = isKnown;
  left.stack.front().locks = std::move(locks);
}

void ConstructOrder::apply(ThreadEvent event, std::uint64_t object, unsigned number) {
  switch (event) {
    case ThreadEvent::Rest:
    case ThreadEvent::Stir:
      return;
    case ThreadEvent::Blind:
      isBlind_ = true;
      return;
    case ThreadEvent::Switch:
      return switchTo(object, threadOf(number));
    case ThreadEvent::Fork: {
      Strand &strand = strandOf(number);
      Object &created = objects_[object];
      created = {};
      created.clock = handOver(strand);
      created.isParallel = strand.isParallel;
      if (familyOf(object) == Family::Address) hasPlainThreads_ = true;
      return;
    }
    case ThreadEvent::Begin:
      return begin(object, false, number);
    case ThreadEvent::BeginAlone:
      return begin(object, true, number);
    case ThreadEvent::End:
      return end(object, number);
    case ThreadEvent::Join: {
      Thread &thread = threadOf(number);
      dropEnded(thread);
      receive(strandOf(number), objects_[object].clock);
      objects_.erase(object);
      return afterJoin(thread, number);
    }
    case ThreadEvent::BarrierEnter:
      return arrive(object, number);
    case ThreadEvent::BarrierLeave:
      return depart(object, number);
    case ThreadEvent::Acquire:
      return acquire(object, number);
    case ThreadEvent::Release:
    case ThreadEvent::Post:
      return release(event, object, number);
    case ThreadEvent::WorkBegin: {
      Thread &thread = threadOf(number);
      const auto created = objects_.find(object);
      const Strand &around = strandOf(number);
      const Clock &begin = created != objects_.end() && object != 0 ? created->second.clock : around.common;
      thread.stack.push_back(makeStrand(Clock(begin), around.isParallel, ++bodies_));
      return;
    }
    case ThreadEvent::WorkEnd:
      return endBody(number);
  }
}

ConstructOrder::Point ConstructOrder::at(unsigned thread) const {
  const Strand *strand = strandOf(thread);
  if (strand == nullptr) return {};
  if (!strand->shared && !strand->locks.empty())
    strand->shared = std::make_shared<const std::vector<std::uint64_t>>(strand->locks);
  return {strand->number, ticks_[strand->number], strand->shared,
          strand->body,   strand->isParallel,     threads_[thread].isKnown};
}

bool ConstructOrder::isBefore(const Point &point, unsigned thread) const {
  const Strand *strand = strandOf(thread);
  if (strand == nullptr || point.strand == Point::kNone) return true;
  return point.strand == strand->number || knows(strand->clock.all, point.strand, point.tick);
}

bool ConstructOrder::isBeforeWithoutLocks(const Point &point, unsigned thread) const {
  const Strand *strand = strandOf(thread);
  if (strand == nullptr || point.strand == Point::kNone) return true;
  return point.strand == strand->number || knows(strand->clock.withoutLocks, point.strand, point.tick);
}

bool ConstructOrder::haveCommonLock(const Point &a, const Point &b) const {
  if (!a.locks || !b.locks) return false;
  std::vector<std::uint64_t> common;
  std::ranges::set_intersection(*a.locks, *b.locks, std::back_inserter(common));
  return std::ranges::any_of(common, [&](std::uint64_t object) {
    const auto lock = objects_.find(object);
    return lock != objects_.end() && !lock->second.isShared;
  });
}

}  // namespace lockstep::engine
