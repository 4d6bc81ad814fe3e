// Findings for an argument of a collective that must be the same on all ranks: one rule per argument.
#pragma once

#include <string_view>
#include <vector>

#include "passes/StaticRule.h"

namespace lockstep::passes {

/// Reports matched calls whose argument is known on both ranks and differs. `word` names it: "root".
std::vector<report::Finding> checkArgument(const ModuleView &view, report::Rule rule, RankValue RankCall::*argument,
                                           std::string_view word);

}  // namespace lockstep::passes
