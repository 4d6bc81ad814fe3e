// When the processes have synchronized their windows: fences, locks, the calls around posts and starts, Win_sync.
//
// Between a store and an RMA operation that reads it, or an RMA operation and a load, there has to be such a call of
// the process whose load or store it is, though the two may be in order already. Where memory is unified its lack is
// hardly ever seen, so that it deserves a note; where there are two copies it is an error.
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

  /// The strand's first synchronization after the event. Not set: there is none. One that is long past is as good as
  /// the event itself.
  Moment after(const Moment &event) const;
  /// The strand's last synchronization; null: there is none.
  const Stamp *last(Strand strand) const;

 private:
  static constexpr std::size_t kMostKept = 1U << 8;
  struct Calls {
    std::deque<Tick> ticks;
    bool isCut = false;  // earlier ones are forgotten
    Stamp last{};
  };
  std::unordered_map<std::uint32_t, Calls> calls_;  // by strand
};

}  // namespace lockstep::engine
