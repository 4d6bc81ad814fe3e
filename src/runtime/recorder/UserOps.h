// Detects when the library runs a user-defined operation, in whatever call that happens.
//
// Accesses of such a function to the buffers of reductions that use it belong to the library, so they are marked in the
// trace. The program's function is replaced by a trampoline: one for each function, since its arguments do not identify
// the operation. When all trampolines are in use, further functions are passed unchanged.
#pragma once

namespace lockstep::runtime {

/// Replaces the entry points that create operations, by routine number; before any call is recorded.
void watchUserOps(void **called);

}  // namespace lockstep::runtime
