// One error, one finding: what only follows from another finding becomes a part of it.
//
// An operation that is never completed has its buffer for ever, so every later use of it is a race: the missing
// completion is the error. Collectives that several threads of a process run at once meet in any order, so ranks seem
// to disagree, or hang there. Where the library ended a process because of an error, its words belong to that error.
#pragma once

#include <vector>

#include "report/Finding.h"

namespace lockstep::report {

/// Expects folded findings. Where the run saw one of the two and the static analysis the other, both have found it.
void foldConsequences(std::vector<Finding> &findings);

}  // namespace lockstep::report
