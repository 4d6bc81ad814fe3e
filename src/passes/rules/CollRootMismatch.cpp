// coll-root-mismatch: ranks pass different roots to a collective.
#include "passes/rules/CollectiveArgument.h"

namespace lockstep::passes {

namespace {

constexpr auto kRule = report::rule("coll-root-mismatch");

const StaticRule registered(kRule,
                            [](const ModuleView &view) { return checkArgument(view, kRule, &RankCall::root, "root"); });

}  // namespace

}  // namespace lockstep::passes
