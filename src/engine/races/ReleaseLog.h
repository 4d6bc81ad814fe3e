// The recent calls by which strands release their preceding accesses to others: messages, collectives, window
// synchronization. So a report can name the call before which an operation should have completed.
#pragma once

#include <deque>
#include <unordered_map>

#include "engine/calls/Call.h"
#include "engine/order/Order.h"

namespace lockstep::engine {

class ReleaseLog {
 public:
  /// A call is made.
  void take(const Call &call, const Stamp &now);
  /// The strand's last call after `event` that `later` knows of; null: none, or no longer stored.
  CallPtr between(const Moment &event, const Stamp &later, const Order &order) const;

 private:
  static constexpr std::size_t kMostKept = 1U << 6;
  struct Passed {
    Tick tick;
    CallPtr call;
  };
  std::unordered_map<std::uint32_t, std::deque<Passed>> calls_;  // by strand
};

}  // namespace lockstep::engine
