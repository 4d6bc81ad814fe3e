// One cause, one finding: what only follows from another finding, or shows the same cause at another place, becomes a
// part of it.
//
// An operation that is never completed has its buffer forever, so every later use of it is a race: the missing
// completion is the error. Requests of one array that are lost in one function lack one completion call. All accesses
// to the buffer of one operation in flight lack the completion of that operation, and one access to the buffers of
// several one-sided operations lacks the end of their epoch. Collectives that several threads of a process run at once
// meet in any order, so ranks seem to disagree, or hang there. Where the library ended a process because of an error,
// its words belong to that error. A rank that leaves without finalizing MPI misses every collective behind that place.
//
// What a run found tells by its operations (Cause) whether two findings have one cause: a line that starts a lost
// request may start others as well, whose races are errors of their own. Findings of the static analysis tell only by
// their places.
#pragma once

#include <vector>

#include "report/Finding.h"

namespace lockstep::report {

/// Expects folded findings. Where the run saw one of the two and the static analysis the other, both have found it.
void foldConsequences(std::vector<Finding> &findings);

/// Where the static analysis says that a buffer ends with its function while an operation uses it, the accesses to that
/// memory which the run saw are a part of this.
void foldDeadBuffers(std::vector<Finding> &findings);

/// Makes `consequence` a part of `cause`: one place of it is told there, others are counted.
void absorb(Finding &cause, const Finding &consequence);

/// Adds what both are about.
void unite(Cause &cause, const Cause &more);

}  // namespace lockstep::report
