// Serves the hooks of instrumented code: what they jump to is here.
#pragma once

#include "runtime/hooks/HookTable.h"

namespace lockstep::runtime {

void serveHooks(HookCopy *copy);
void dismissHooks(HookCopy *copy);

}  // namespace lockstep::runtime
