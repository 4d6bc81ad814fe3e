// coll-op-mismatch: a reduction that the ranks call with different operations.
#include "passes/CollectiveArgument.h"

namespace lockstep::passes {

namespace {

const StaticRule registered([](const ModuleView &view) {
  return checkArgument(view, report::rule("coll-op-mismatch"), &RankCall::op, "operation");
});

}  // namespace

}  // namespace lockstep::passes
