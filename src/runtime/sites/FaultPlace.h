// Where a fatal signal struck: the innermost place in code that has called MPI itself, the executable as a rule. What
// lies below it, in the C library say, is stepped over.
//
// For use in a signal handler: nothing is allocated and no lock is taken, so only modules that the trace knows already
// count. A fault at such a place costs nothing more than a look at the program counter. Otherwise the stack is walked;
// where it is ruined, the fault of the walk itself is caught and there is no place.
#pragma once

#include <cstdint>

#include "runtime/sites/Modules.h"

namespace lockstep::runtime {

struct FaultPlace {
  const LoadedModule *module = nullptr;  // null: not known
  std::uintptr_t address = 0;            // one behind the instruction, as a return address is
};

/// The place by the program counter alone. `context` is the handler's third argument.
FaultPlace faultPlace(const void *context);

/// The place by walking the stack of the handler.
FaultPlace faultPlaceOnStack();

/// First in a handler: when the signal comes from walking the stack, goes back there and does not return.
void leaveWalk(int signal);

}  // namespace lockstep::runtime
