// The persistent operation that a stuck rank waits for and that its owner set up and waited for, but never started.
//
// That the owner waited for it tells a forgotten start from one that is still to come: waiting before the first start
// is usual in loops, but not while the other side is stuck for want of it.
#pragma once

#include "engine/Context.h"

namespace lockstep::engine {

/// Null where nothing of the kind holds up the rank, which must be stuck.
OperationPtr unstartedFor(int rank, const Context &context);

}  // namespace lockstep::engine
