// Implements the hooks of instrumented code: the functions that they jump to.
#pragma once

#include "runtime/hooks/HookTable.h"

namespace lockstep::runtime {

void serveHooks(HookCopy *copy);
void dismissHooks(HookCopy *copy);

}  // namespace lockstep::runtime
