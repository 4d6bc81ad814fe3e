// A word of memory that a program uses as a lock, and the turns that processes have with it. See ValueEdges.h.
#pragma once

#include <cstdint>
#include <memory>

namespace lockstep::engine {

class Process;
struct LockWord;

/// From the swap that took the lock to the call that gives it back.
struct Turn {
  std::shared_ptr<LockWord> lock;
  bool isBroken = false;  // somebody else has changed the word meanwhile
};
using TurnPtr = std::shared_ptr<Turn>;

struct LockWord {
  std::uint64_t freeValue = 0;
  bool isLock = true;               // false: it was changed in another way as well
  bool isGiven = false;             // it was given back once
  std::weak_ptr<Turn> turn;         // the one that goes on
  const Process *holder = nullptr;  // whose it is
};
using LockWordPtr = std::shared_ptr<LockWord>;

}  // namespace lockstep::engine
