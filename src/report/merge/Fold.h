// Merges what the analyses report into the final findings: one root cause, one finding.
//
// Every rank, thread and loop iteration reports the errors that it sees. Findings of the same rule and severity at the
// same set of places become one: ranks are united, occurrences summed. A race is identified by its accesses only. Its
// two accesses are never united, even on the same line, so a race keeps exactly two `access` sites.
//
// Places are equal if file, line, column and call are: two calls on one line differ. But a line that loads and stores
// (`sum += x`) is one finding, since compilers differ in whether the load is visible. Consequences of another finding
// become a part of it (Consequences.h).
//
// Sites should have been resolved to source lines; unresolved ones are compared by module and offset.
#pragma once

#include <string>
#include <vector>

#include "report/Finding.h"

namespace lockstep::report {

/// Folds equal findings, computes fingerprints, and settles places and calls in the help (Help.h, CallText.h). The
/// result does not depend on the input order: errors first, then by file, line and rule. Folding is idempotent.
std::vector<Finding> fold(std::vector<Finding> findings);

/// 16 hexadecimal digits over the rule and the conflicting or called sites (role, base name of the file, function,
/// call). Lines, ranks and addresses are left out, so that unrelated edits do not change it; so are branches and other
/// places that only one of the analyses knows. Two equal errors in one function share it.
std::string fingerprint(const Finding &finding);

/// Merges the findings of the static analysis and of a run of the same program. A static finding that the run repeats
/// is merged into the run's (confirmed: both). Two findings match if the calls and accesses of one are a subset of the
/// other's: the static analysis may name the collective that some ranks miss where the run names the two that met. A
/// static finding that a variable's lifetime ended while an operation used it absorbs what the run saw happen to that
/// memory. A deadlock in a collective that, according to a static finding, not all ranks call is one finding with that
/// reason; so is the end of a rank for which others wait there.
std::vector<Finding> merge(std::vector<Finding> staticFindings, std::vector<Finding> runFindings);

/// What a run says about static findings that it does not repeat.
struct RunEvidence {
  std::vector<Site> visited;  // places that were executed
  bool isComplete = false;    // the program ended by itself and successfully
  bool sawAccesses = false;   // loads and stores of all relevant code
};

/// Judges purely static findings, after merge(). If an MPI call of the finding was never executed, it is NotExercised.
/// If all its calls and accesses were executed, in a run that its rule judges in full, it is refuted: no error, and
/// shown on request only. Otherwise nothing is known, and nothing changes.
void judgeByRun(std::vector<Finding> &findings, const RunEvidence &evidence);

}  // namespace lockstep::report
