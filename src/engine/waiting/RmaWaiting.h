// Wait-for conditions of window synchronization. Fences and the creation and freeing of windows are collectives (see
// Exchange.h); this file is about calls between some of the members:
//
// - Start and complete may wait until the targets of the epoch have posted: a call that does not return waits for one
// that has not.
// - Wait needs every origin of the exposure epoch to call complete.
// - Lock may wait until the holder of a conflicting lock releases it.
//
// Posts and starts of an origin and a target are matched in order. A lock is held from the return of the lock call to
// the unlock call; libraries that acquire it later do not block in the lock call. Not modeled: flush and unlock may
// wait until the target's process makes progress, in whichever call it is.
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
  /// In order of arrival, for processes with a rank.
  void enter(const Call &call);
  void leave(const Call &call, const Result &result);
  /// Met for calls without synchronization.
  WaitCondition needOf(const Call &call) const;

 private:
  using Pair = std::pair<int, int>;  // origin, target
  struct Lock {
    int target = -1;
    bool isExclusive = false;
  };
  struct Window {
    CommunicatorPtr comm;
    std::map<Pair, std::uint64_t> posts, starts, completes;  // number of calls
    std::map<int, std::vector<int>> targets;                 // by origin: of its last access epoch
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
