// A word of memory that a program uses as a lock, see ValueEdges.h.
#pragma once

#include <cstdint>
#include <memory>

namespace lockstep::engine {

struct LockWord {
  std::uint64_t freeValue = 0;
  bool isLock = true;    // false: it was changed in another way as well
  bool isGiven = false;  // it was given back once
};
using LockWordPtr = std::shared_ptr<LockWord>;

}  // namespace lockstep::engine
