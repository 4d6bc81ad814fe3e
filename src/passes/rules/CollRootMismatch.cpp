// coll-root-mismatch: a rooted collective that the ranks call with different roots.
#include "passes/rules/CollectiveArgument.h"

namespace lockstep::passes {

namespace {

constexpr auto kRule = report::rule("coll-root-mismatch");

const StaticRule registered(kRule,
                            [](const ModuleView &view) { return checkArgument(view, kRule, &RankCall::root, "root"); });

}  // namespace

}  // namespace lockstep::passes
