// A word of memory that the program uses as a lock, and its critical sections. See ValueEdges.h.
#pragma once

#include <cstdint>
#include <memory>

namespace lockstep::engine {

struct ProcessInfo;
struct UserLock;

/// From the swap that acquires the lock to the call that releases it.
struct CriticalSection {
  std::shared_ptr<UserLock> lock;
  bool isBroken = false;  // another access changed the word meanwhile
};
using CriticalSectionPtr = std::shared_ptr<CriticalSection>;

struct UserLock {
  std::uint64_t freeValue = 0;
  bool isLock = true;                      // false: the word was also changed in other ways
  bool isGiven = false;                    // it was released once
  std::weak_ptr<CriticalSection> section;  // the current one
  const ProcessInfo *holder = nullptr;     // its process
};
using UserLockPtr = std::shared_ptr<UserLock>;

}  // namespace lockstep::engine
