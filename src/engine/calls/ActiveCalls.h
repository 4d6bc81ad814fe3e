// The calls that the threads of a process are inside, as far as events have been ordered: what runs at once.
//
// A call that was left without a record (an exception, a long jump) is given up when its thread leaves a call that it
// was made in, or makes another one that no callback can have made.
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

  /// Calls `visit(const Call &)` for every call that another thread is inside.
  template <class Visit>
  void forEachOther(unsigned thread, Visit visit) const {
    for (const CallPtr &call : calls_)
      if (call->thread != thread) visit(*call);
  }

 private:
  std::vector<CallPtr> calls_;  // in the order in which they were made
};

}  // namespace lockstep::engine
