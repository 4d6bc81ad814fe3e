// Runs the rules on all modules in a list file: one line per module, with its path, a tab, and its display name.
#pragma once

#include "passes/PluginOptions.h"

namespace lockstep::passes {

void checkProgram(const PluginOptions &options);

}  // namespace lockstep::passes
