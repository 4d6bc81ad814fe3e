// The state in which two paths meet: it knows what both agree on.
//
// A value that they do not share is unknown. So is an object of MPI about which they differ, or which only one of them
// has made: nothing is said of it any more, as if unseen code had changed it. An operation that is pending on one path
// only is not judged further, and what it may still write is forgotten.
#pragma once

#include "passes/symex/Interpreter.h"

namespace lockstep::passes::symex {

/// Both are at the same place, and differ in their uppermost frames only.
void join(Interpreter &interpreter, State &state, State other);

}  // namespace lockstep::passes::symex
