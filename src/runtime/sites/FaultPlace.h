// Where a fatal signal was raised: the innermost frame in a module that has called MPI, usually the executable. Inner
// frames, e.g. in the C library, are skipped.
//
// For use in a signal handler: allocates nothing and takes no lock, so only modules already in the trace count. For a
// fault in such a module only the program counter is needed. Otherwise the stack is walked; if it is corrupt, the fault
// of the walk itself is caught and the place is unknown.
#pragma once

#include <cstdint>

#include "runtime/sites/Modules.h"

namespace lockstep::runtime {

struct FaultPlace {
  const LoadedModule *module = nullptr;  // null: unknown
  std::uintptr_t address = 0;            // one past the instruction, like a return address
};

/// The place by program counter only. `context` is the handler's third argument.
FaultPlace faultPlace(const void *context);

/// The place by walking the stack of the handler.
FaultPlace faultPlaceOnStack();

/// First in a handler: when the signal comes from walking the stack, goes back there and does not return.
void leaveWalk(int signal);

}  // namespace lockstep::runtime
