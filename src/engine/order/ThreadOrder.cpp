#include "engine/order/ThreadOrder.h"

#include <algorithm>
#include <utility>

namespace lockstep::engine {

namespace {

/// Adds the stamp to those of other strands; the last event of a strand subsumes its earlier ones.
void handOver(std::vector<Stamp> &stamps, const Stamp &stamp) {
  const auto own = std::ranges::find(stamps, stamp.strand, &Stamp::strand);
  if (own != stamps.end())
    *own = stamp;
  else
    stamps.push_back(stamp);
}

void handOver(std::vector<Stamp> &stamps, const std::vector<Stamp> &others) {
  for (const Stamp &stamp : others) handOver(stamps, stamp);
}

/// The other events describe threads and their code, not order.
bool isOrder(trace::ThreadEvent event) {
  using trace::ThreadEvent;
  switch (event) {
    case ThreadEvent::Fork:
    case ThreadEvent::Begin:
    case ThreadEvent::BeginAlone:
    case ThreadEvent::End:
    case ThreadEvent::Join:
    case ThreadEvent::BarrierEnter:
    case ThreadEvent::BarrierLeave:
    case ThreadEvent::Acquire:
    case ThreadEvent::Release:
    case ThreadEvent::Post:
    case ThreadEvent::Switch:
      return true;
    case ThreadEvent::Rest:
    case ThreadEvent::Stir:
    case ThreadEvent::WorkBegin:
    case ThreadEvent::WorkEnd:
    case ThreadEvent::Blind:
      return false;
  }
  return false;
}

}  // namespace

Strand ThreadOrder::strandOf(int rank, unsigned thread, Order &order) const {
  if (!running_.empty())
    if (const auto task = running_.find(thread); task != running_.end()) return task->second.strand;
  return order.strandOf(rank, thread);
}

void ThreadOrder::switchTo(std::uint64_t task, int rank, unsigned thread, Order &order) {
  running_.erase(thread);
  if (task == 0 || withoutStrand_.contains(task)) return;
  auto known = tasks_.find(task);
  if (known == tasks_.end()) {
    const auto created = objects_.find(task);
    const auto strand = created == objects_.end() ? std::nullopt : takeStrand(created->second, rank, order);
    if (!strand) return void(withoutStrand_.insert(task));
    known = tasks_.emplace(task, *strand).first;
  }
  running_[thread] = {task, known->second};
}

/// A strand whose last task is known, where the new task is created, to have ended; otherwise a new strand below the
/// limit.
std::optional<Strand> ThreadOrder::takeStrand(const Object &created, int rank, Order &order) {
  const auto isKnown = [&](const Moment &moment) {
    return std::ranges::any_of(created.handedOver, [&](const Stamp &stamp) { return order.before(moment, stamp); });
  };
  const auto known = std::ranges::find_if(free_, isKnown);
  if (known != free_.end()) {
    const Strand strand = known->strand;
    free_.erase(known);
    return strand;
  }
  if (taskStrands_ == kMostTasks) return std::nullopt;
  return order.strandOf(rank, kFirstTask + taskStrands_++);
}

void ThreadOrder::end(std::uint64_t object, Strand strand, unsigned thread, Order &order) {
  const Stamp last = order.step(strand);
  std::vector<Stamp> &handedOver = objects_[object].handedOver;
  handOver(handedOver, last);
  if (withoutStrand_.erase(object) > 0) return;
  const auto task = running_.find(thread);
  if (task == running_.end()) {
    handOver(handedOver, takeEnded(thread));
  } else if (task->second.object != object) {
    return;  // of a region inside the task
  } else {
    tasks_.erase(task->second.object);
    running_.erase(task);
    free_.emplace_back(last);
    handOver(ended_[thread], last);
  }
  order.retire(strand);
}

std::vector<Stamp> ThreadOrder::takeEnded(unsigned thread) {
  const auto ended = ended_.find(thread);
  if (ended == ended_.end()) return {};
  std::vector<Stamp> taken = std::move(ended->second);
  ended_.erase(ended);
  return taken;
}

void ThreadOrder::apply(trace::ThreadEvent event, std::uint64_t object, int rank, unsigned thread, Order &order) {
  using trace::ThreadEvent;
  if (!isOrder(event)) return;
  if (event == ThreadEvent::Switch) return switchTo(object, rank, thread, order);
  const Strand strand = strandOf(rank, thread, order);
  if (event == ThreadEvent::End) return end(object, strand, thread, order);
  Object &shared = objects_[object];
  switch (event) {
    case ThreadEvent::Fork:
      shared.handedOver = {order.step(strand)};
      return;
    case ThreadEvent::Release:
    case ThreadEvent::Post:
      handOver(shared.handedOver, order.step(strand));
      return;
    case ThreadEvent::BarrierEnter:
      shared.arrived.push_back(order.step(strand));
      handOver(shared.ended, takeEnded(thread));
      return;
    case ThreadEvent::BarrierLeave:
      if (shared.leaving.erase(strand) > 0) break;
      shared.handedOver = std::exchange(shared.arrived, {});
      for (const Stamp &arrival : shared.handedOver) shared.leaving.insert(arrival.strand);
      shared.leaving.erase(strand);
      handOver(shared.handedOver, std::exchange(shared.ended, {}));
      break;
    case ThreadEvent::Begin:
    case ThreadEvent::BeginAlone:
    case ThreadEvent::Join:
    case ThreadEvent::Acquire:
      break;
    case ThreadEvent::End:
    case ThreadEvent::Rest:
    case ThreadEvent::Stir:
    case ThreadEvent::Switch:
    case ThreadEvent::WorkBegin:
    case ThreadEvent::WorkEnd:
    case ThreadEvent::Blind:
      return;
  }
  order.receive(strand, shared.handedOver);
  order.step(strand, false);
}

}  // namespace lockstep::engine
