// Knows when the library runs a user-defined operation, in whatever call that happens.
//
// What such a function does to the buffers of reductions that use it is the library's doing, so its accesses are marked
// in the trace. The library gets a function of ours for the program's: one for each of the program's functions, since
// it is told nothing that says which operation is meant. A program with more functions than there are of ours goes on
// with its own.
#pragma once

namespace lockstep::runtime {

/// Replaces the entry points that make operations, by routine number; before any call is recorded.
void watchUserOps(void **called);

}  // namespace lockstep::runtime
