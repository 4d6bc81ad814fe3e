// Reports an argument of a collective that must be equal on all ranks: one rule per argument.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "passes/StaticRule.h"

namespace lockstep::passes {

/// The severity of a difference in the argument; nothing if it does not matter.
using Judge = std::optional<report::Severity> (*)(const Mismatch &calls);
inline std::optional<report::Severity> alwaysWrong(const Mismatch &calls) { return calls.severity; }

/// Reports matched calls whose argument is known on both ranks and differs. `word` is its name: "root".
std::vector<report::Finding> checkArgument(const ModuleView &view, report::Rule rule, RankValue RankCall::*argument,
                                           std::string_view word, Judge judge = alwaysWrong);

/// Whether the value is a constant: a non-negative number, or the address of a predefined object.
bool isComparable(const RankValue &value);

}  // namespace lockstep::passes
