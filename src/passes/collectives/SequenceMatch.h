// Whether the collectives of two ranks match: a simulation game on their summaries.
//
// Both ranks advance to their next collective on one communicator. At a common branch whose condition is unknown but
// does not depend on the rank, both take the same side, and must match on every side. A branch met by only one of them
// is resolved in favor of a match: one matching path suffices. So a report means that the ranks mismatch for all
// outcomes of undecided conditions. Infinite loops count as matching.
//
// Two readings: `Certain` also resolves the sides of an `if` in favor of a match (the mismatching side may never be
// taken; a loop's body counts as executed); `Possible` does not, and lets the ranks diverge at a rank-dependent
// condition that could not be computed.
#pragma once

#include <llvm/ADT/DenseSet.h>

#include <optional>
#include <vector>

#include "passes/collectives/CollectiveAutomaton.h"

namespace lockstep::passes {

enum class Reading { Certain, Possible };

/// The first place at which two ranks do not match, even if the calls are of one kind; a missing event: this rank makes
/// no further collective call.
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

/// Calls that may match; nothing if there are too many paths.
std::optional<std::vector<MatchedCalls>> possibleMatches(const StepContext &context, const CollectiveSummary &first,
                                                         const CollectiveSummary &second);

/// Calls that match in every run that reaches them.
std::vector<MatchedCalls> matchedCalls(const StepContext &context, const CollectiveSummary &first,
                                       const CollectiveSummary &second);

}  // namespace lockstep::passes
