// coll-root-mismatch: a rooted collective that the ranks call with different roots.
#include "passes/CollectiveArgument.h"

namespace lockstep::passes {

namespace {

const StaticRule registered([](const ModuleView &view) {
  return checkArgument(view, report::rule("coll-root-mismatch"), &RankCall::root, "root");
});

}  // namespace

}  // namespace lockstep::passes
