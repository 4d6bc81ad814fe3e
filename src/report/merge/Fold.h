// One root cause, one finding.
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

#include <vector>

#include "report/Finding.h"

namespace lockstep::report {

/// Folds equal findings, computes fingerprints, and settles places and calls in the help (Help.h, CallText.h). The
/// result does not depend on the input order: errors first, then by file, line and rule. Folding is idempotent.
std::vector<Finding> fold(std::vector<Finding> findings);

/// Likewise, but places in the program's own code are not preferred (OwnCode.h): merge() may know better ones.
std::vector<Finding> foldByPlace(std::vector<Finding> findings);

/// Errors first, then by file, line and rule.
void sortForReport(std::vector<Finding> &findings);

}  // namespace lockstep::report
