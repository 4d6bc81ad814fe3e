// Whether two MPI calls of a process, or two executions of one call, may be made by two threads with nothing between
// them that orders them.
#pragma once

#include "passes/threads/ParallelismWords.h"

namespace lockstep::passes {

enum class Separation {
  Order,    // one thread, a barrier, a wait for a task, or a choice made by the program
  Lock,     // only a lock
  Nothing,  // nothing
};

Separation separation(const ThreadedCall &first, const ThreadedCall &second);

/// A region of one thread that is executed again with nothing between that orders the two executions, by another thread
/// perhaps: `single nowait` in a loop, a task created in a loop.
struct RepeatedRegion {
  const WordToken *region = nullptr;  // null: none
  bool isSure = false;                // it is certainly executed again
};
RepeatedRegion repeatedRegion(const ThreadedCall &call);

}  // namespace lockstep::passes
