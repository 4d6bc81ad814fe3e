// A word of memory that a program uses as a lock, and the critical sections that it guards. See ValueEdges.h.
#pragma once

#include <cstdint>
#include <memory>

namespace lockstep::engine {

struct ProcessInfo;
struct UserLock;

/// From the swap that took the lock to the call that gives it back.
struct CriticalSection {
  std::shared_ptr<UserLock> lock;
  bool isBroken = false;  // somebody else has changed the word meanwhile
};
using CriticalSectionPtr = std::shared_ptr<CriticalSection>;

struct UserLock {
  std::uint64_t freeValue = 0;
  bool isLock = true;                      // false: it was changed in another way as well
  bool isGiven = false;                    // it was given back once
  std::weak_ptr<CriticalSection> section;  // the one that goes on
  const ProcessInfo *holder = nullptr;     // whose it is
};
using UserLockPtr = std::shared_ptr<UserLock>;

}  // namespace lockstep::engine
