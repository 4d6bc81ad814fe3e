// The calls that the threads of every process are inside, as far as events have been ordered: what runs at once.
//
// A call that was left without a record (an exception, a long jump) is given up when its thread leaves a call that it
// was made in, or makes another one that no callback can have made.
#pragma once

#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

#include "engine/Call.h"

namespace lockstep::engine {

class Inside {
 public:
  void enter(const Call &call) {
    std::vector<CallPtr> &calls = calls_[call.process][call.thread];
    if (!call.isNested) calls.clear();
    calls.push_back(call.shared_from_this());
  }

  void leave(const Call &call) {
    const auto process = calls_.find(call.process);
    if (process == calls_.end()) return;
    const auto thread = process->second.find(call.thread);
    if (thread == process->second.end()) return;
    std::vector<CallPtr> &calls = thread->second;
    calls.erase(std::ranges::find(calls, &call, &CallPtr::get), calls.end());
    const bool isMainThread = call.thread == 0;  // it comes back
    if (calls.empty() && !isMainThread) process->second.erase(thread);
  }

  void forget(const Process &process) { calls_.erase(&process); }

  /// Another thread of the process is inside a call.
  bool hasOther(const Call &call) const {
    bool found = false;
    forEachOther(call, [&](const Call &) { found = true; });
    return found;
  }

  /// Calls `visit(const Call &)` for every call that another thread of the process is inside.
  template <class Visit>
  void forEachOther(const Call &call, Visit visit) const {
    forEachOther(*call.process, call.thread, visit);
  }
  template <class Visit>
  void forEachOther(const Process &caller, unsigned thread, Visit visit) const {
    const auto process = calls_.find(&caller);
    if (process == calls_.end()) return;
    for (const auto &[other, calls] : process->second)
      if (other != thread)
        for (const CallPtr &call : calls) visit(*call);
  }

 private:
  std::unordered_map<const Process *, std::map<unsigned, std::vector<CallPtr>>> calls_;
};

}  // namespace lockstep::engine
