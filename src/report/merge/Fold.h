// One root cause, one finding.
//
// Every rank, thread and loop iteration that meets an error reports it. Findings of the same rule and severity at the
// same set of places are one: ranks are united, occurrences added up. Of a race only its accesses count. Two accesses
// that conflict are never made one site, even when the same line does both, so a race keeps exactly two `access` sites.
//
// Places are the same by file, line, column and call: two calls on one line are two. But a line that loads and stores
// (`sum += x`) is one finding, since compilers differ in whether they tell of the load. What only follows from another
// finding is no finding of its own (Consequences.h).
//
// Sites should be resolved to source lines before; unresolved ones are compared by module and offset.
#pragma once

#include <vector>

#include "report/Finding.h"

namespace lockstep::report {

/// Folds equal findings, fills in fingerprints, and settles places and calls in the help (Help.h, CallText.h). The
/// result does not depend on the order of the input: errors first, then by file, line and rule. Folding twice changes
/// nothing.
std::vector<Finding> fold(std::vector<Finding> findings);

/// Likewise, but places in the program's own code are not preferred (OwnCode.h): merge() may know better ones.
std::vector<Finding> foldByPlace(std::vector<Finding> findings);

/// Errors first, then by file, line and rule.
void sortForReport(std::vector<Finding> &findings);

}  // namespace lockstep::report
