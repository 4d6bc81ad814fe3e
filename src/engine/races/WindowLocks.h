// The locks on windows that processes hold, and the memory that they protect.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/calls/AccessGroup.h"
#include "engine/memory/MemoryPart.h"
#include "engine/objects/Windows.h"

namespace lockstep::engine {

class WindowLocks {
 public:
  explicit WindowLocks(const Windows &windows) : windows_(windows) {}

  void acquire(const Call &call, const Window &window);
  void release(const Call &call, const Window &window);
  /// A call on a window has returned.
  void forgetMemory() { memory_.clear(); }
  void forget(const ProcessInfo &process) { held_.erase(&process); }

  /// The locks that let the process access the target.
  HeldLocks on(const ProcessInfo &process, const Window &window, int target) const;
  /// The locks under which the process itself accesses the owner's memory at this address. Valid until the next call.
  const HeldLocks &at(const ProcessInfo &process, int owner, std::uint64_t address);
  /// The locks of the process that protect some of the call's buffer, which may lie in a window.
  HeldLocks around(const Call &call, const MemoryPart &buffer) const;

  /// The call has released a lock: it no longer protects a pending access.
  void unprotect(const Call &call, AccessGroup &accessGroup) const;

 private:
  /// The locks of a process on an owner's windows, and the memory that they protect.
  struct Protected {
    HeldLocks locks;
    std::vector<std::vector<Span>> memory;  // by lock
  };

  bool isReleased(const HeldLock &lock, const Call &call, const Window &window) const;
  void add(const HeldLocks &held, int owner, Span memory, HeldLocks &locks) const;

  const Windows &windows_;
  std::unordered_map<const ProcessInfo *, HeldLocks> held_;
  std::map<std::pair<const ProcessInfo *, int>, Protected> memory_;  // cached since the last call on a window
  HeldLocks some_;
};

}  // namespace lockstep::engine
