// When processes synchronized their windows: fences, locks, the PSCW calls, Win_sync.
//
// Between a store and an RMA operation that reads it, or an RMA operation and a load, the process of the load or store
// must make such a call, even if the two are ordered. In the unified memory model a missing call hardly ever matters
// and is only a note; in the separate model it is an error.
#pragma once

#include <deque>
#include <unordered_map>

#include "engine/calls/Call.h"
#include "engine/order/Order.h"

namespace lockstep::engine {

class SyncLog {
 public:
  /// A call is made, or returns.
  void take(const Call &call, const Stamp &now);

  /// The strand's first synchronization after the event. Not set: none. For events too old to be stored, returns the
  /// event itself.
  Moment after(const Moment &event) const;
  /// The strand's last synchronization; null: none.
  const Stamp *last(Strand strand) const;

 private:
  static constexpr std::size_t kMostKept = 1U << 8;
  struct Calls {
    std::deque<Tick> ticks;
    bool isCut = false;  // earlier ones were dropped
    Stamp last{};
  };
  std::unordered_map<std::uint32_t, Calls> calls_;  // by strand
};

}  // namespace lockstep::engine
