// coll-count-mismatch: ranks pass different counts of the same predefined datatype to a collective.
#include "passes/rules/CollectiveArgument.h"

namespace lockstep::passes {

namespace {

constexpr auto kRule = report::rule("coll-count-mismatch");

std::optional<report::Severity> judge(const Mismatch &calls) {
  const bool isOneType = isComparable(calls.first.type) && calls.first.type.isSame(calls.second.type);
  return isOneType ? std::optional(calls.severity) : std::nullopt;
}

const StaticRule registered(kRule, [](const ModuleView &view) {
  return checkArgument(view, kRule, &RankCall::count, "count", judge);
});

}  // namespace

}  // namespace lockstep::passes
