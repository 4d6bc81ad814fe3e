// Whether two ranks stay in step: a game on their behaviors.
//
// Both ranks advance to their next collective on one communicator. Where both stand at the same branch, whose condition
// is not known but does not depend on the rank, they take the same side, and must stay in step on every side. A
// branch that only one of them meets may go as it likes: they are in step if some way suits. So a report means that
// they fall out of step whichever way the open conditions go. Running on forever counts as in step.
//
// Two readings: `Certain` lets also the sides of an `if` suit (the side that falls out of step may never be taken; a
// loop's body counts as run), `Possible` does not, and lets the ranks part at a condition that depends on the rank in
// a way that could not be computed.
#pragma once

#include <llvm/ADT/DenseSet.h>

#include <optional>
#include <vector>

#include "passes/collectives/CollectiveAutomaton.h"

namespace lockstep::passes {

enum class Reading { Certain, Possible };

/// The first place where two ranks are not in step, even if the calls there are of one kind; a missing event: this rank
/// makes no further collective call.
struct Divergence {
  std::optional<CollectiveEvent> first;
  std::optional<CollectiveEvent> second;
};

struct MatchedCalls {
  CollectiveEvent first;
  CollectiveEvent second;
};

/// Nothing if the ranks stay in step, or if that cannot be told.
std::optional<Divergence> findDivergence(const StepContext &context, const CollectiveSummary &first,
                                         const CollectiveSummary &second, Reading reading);

/// Calls that may meet; nothing where there are too many ways.
std::optional<std::vector<MatchedCalls>> possibleMatches(const StepContext &context, const CollectiveSummary &first,
                                                         const CollectiveSummary &second);

/// Calls that meet for sure, in every run that gets there.
std::vector<MatchedCalls> matchedCalls(const StepContext &context, const CollectiveSummary &first,
                                       const CollectiveSummary &second);

}  // namespace lockstep::passes
