// The rules on all modules that a list names: one line each, the path, a tab, and what to call it.
#pragma once

#include "passes/PluginOptions.h"

namespace lockstep::passes {

void checkProgram(const PluginOptions &options);

}  // namespace lockstep::passes
