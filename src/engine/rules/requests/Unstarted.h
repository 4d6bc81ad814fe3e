// The persistent operation that a stuck rank waits for and whose owner created and waited for it, but never started it.
//
// The owner's wait distinguishes a forgotten start from one still to come: waiting before the first start is common in
// loops, but not while the other side is stuck for lack of it.
#pragma once

#include "engine/Context.h"

namespace lockstep::engine {

/// Null if no such operation holds up the rank, which must be stuck.
OperationPtr unstartedFor(int rank, const Context &context);

}  // namespace lockstep::engine
