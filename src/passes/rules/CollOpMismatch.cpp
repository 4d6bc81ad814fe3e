// coll-op-mismatch: ranks pass different operations to a reduction.
#include "passes/rules/CollectiveArgument.h"

namespace lockstep::passes {

namespace {

constexpr auto kRule = report::rule("coll-op-mismatch");

const StaticRule registered(kRule, [](const ModuleView &view) {
  return checkArgument(view, kRule, &RankCall::op, "operation");
});

}  // namespace

}  // namespace lockstep::passes
