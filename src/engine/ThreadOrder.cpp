#include "engine/ThreadOrder.h"

#include <algorithm>
#include <utility>

namespace lockstep::engine {

namespace {

/// Besides what others have: the last event of a strand stands for all before it.
void handOver(std::vector<Stamp> &stamps, const Stamp &stamp) {
  const auto own = std::ranges::find(stamps, stamp.strand, &Stamp::strand);
  if (own != stamps.end())
    *own = stamp;
  else
    stamps.push_back(stamp);
}

}  // namespace

void ThreadOrder::apply(trace::ThreadEvent event, std::uint64_t object, Strand strand, Order &order) {
  Object &shared = objects_[object];
  switch (event) {
    case trace::ThreadEvent::Fork:
      shared.handedOver = {order.step(strand)};
      return;
    case trace::ThreadEvent::Release:
      handOver(shared.handedOver, order.step(strand));
      return;
    case trace::ThreadEvent::End:
      handOver(shared.handedOver, order.step(strand));
      order.retire(strand);
      return;
    case trace::ThreadEvent::BarrierEnter:
      shared.arrived.push_back(order.step(strand));
      return;
    case trace::ThreadEvent::BarrierLeave:
      if (shared.leaving.erase(strand) > 0) break;
      shared.handedOver = std::exchange(shared.arrived, {});
      for (const Stamp &arrival : shared.handedOver) shared.leaving.insert(arrival.strand);
      shared.leaving.erase(strand);
      break;
    case trace::ThreadEvent::Begin:
    case trace::ThreadEvent::Join:
    case trace::ThreadEvent::Acquire:
      break;
  }
  order.receive(strand, shared.handedOver);
  order.step(strand, false);
}

}  // namespace lockstep::engine
