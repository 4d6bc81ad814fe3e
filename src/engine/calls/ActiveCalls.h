// The calls in progress on the threads of a process, in event order: these run concurrently.
//
// A call that was left without a record (an exception, a long jump) is removed when its thread leaves an enclosing
// call, or makes another one that cannot come from a callback.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/calls/Call.h"

namespace lockstep::engine {

class ActiveCalls {
 public:
  void enter(const Call &call) {
    if (!call.isNested) std::erase_if(calls_, [&](const CallPtr &one) { return one->thread == call.thread; });
    calls_.push_back(call.self());
  }

  void leave(const Call &call) {
    const auto left = std::ranges::find(calls_, &call, &CallPtr::get);
    calls_.erase(std::remove_if(left, calls_.end(), [&](const CallPtr &one) { return one->thread == call.thread; }),
                 calls_.end());
  }

  /// Calls `visit(const Call &)` for every call in progress on another thread.
  template <class Visit>
  void forEachOther(unsigned thread, Visit visit) const {
    for (const CallPtr &call : calls_)
      if (call->thread != thread) visit(*call);
  }

 private:
  std::vector<CallPtr> calls_;  // in the order of their Enter events
};

}  // namespace lockstep::engine
