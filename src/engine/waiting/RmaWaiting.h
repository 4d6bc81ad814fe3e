// Who waits for whom in the synchronization of windows. Fences, and the making and freeing of windows, are collectives
// (see Exchange.h); here are the calls between some of the members:
//
// - Start and complete may wait until the targets of the epoch have posted: one that does not return waits for one of
//   those that have not.
// - Wait needs every origin of the exposure epoch to complete its access.
// - Lock may wait until somebody who holds a lock that excludes it gives it up.
//
// Posts and starts of an origin and a target belong together in their order. A lock is held from the return of the call
// to the call that gives it up; libraries that get the lock later than that do not wait in the call. What flush and
// unlock wait for is not modelled: that the target's process works on it, in whatever call it is.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/process/Process.h"
#include "engine/waiting/WaitCondition.h"

namespace lockstep::engine {

class RmaWaiting {
 public:
  /// As records arrive, of processes with a rank.
  void enter(const Call &call);
  void leave(const Call &call, const Result &result);
  /// Met for calls that synchronize nothing.
  WaitCondition needOf(const Call &call) const;

 private:
  using Pair = std::pair<int, int>;  // origin, target
  struct Lock {
    int target = -1;
    bool isExclusive = false;
  };
  struct Window {
    CommunicatorPtr comm;
    std::map<Pair, std::uint64_t> posts, starts, completes;  // how many there were
    std::map<int, std::vector<int>> targets;                 // by origin: of the access epoch that it has begun last
    std::map<int, std::vector<int>> origins;                 // by target: of its exposure epoch
    std::map<int, std::vector<Lock>> locks;                  // by holder
    std::size_t freed = 0;                                   // members that have freed it
  };

  void forgetFreed(const Call &call);
  static void release(Window &window, const Call &call);
  static WaitCondition needOfPosts(const Window &window, int origin);
  static WaitCondition needOfCompletes(const Window &window, int target);
  static WaitCondition needOfLock(const Window &window, const Call &call);

  std::unordered_map<std::int64_t, Window> windows_;  // by id
};

}  // namespace lockstep::engine
