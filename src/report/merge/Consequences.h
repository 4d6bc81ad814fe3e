// One cause, one finding: a finding that merely follows from another, or shows the same cause at another place, becomes
// a part of that finding.
//
// An operation that is never completed owns its buffer forever, so every later use is a race: the error is the missing
// completion. Requests of one array that are lost in one function lack one completion call. All accesses to the buffer
// of one pending operation lack the completion of that operation, and one access to the buffers of several one-sided
// operations lacks the end of their epoch. Concurrent collectives of several threads of a
// process match in any order, so ranks seem to disagree, or hang there. If the library ended a process because of an
// error, its message belongs to that error. A rank that leaves without finalizing MPI misses every later collective.
//
// Findings of a run have one cause if they concern the same operations (Cause): a line that starts a lost request may
// start others as well, whose races are errors of their own. Static findings are compared by their places only.
#pragma once

#include <vector>

#include "report/Finding.h"

namespace lockstep::report {

/// Expects folded findings. If the run found one of the two and the static analysis the other, both confirm the cause.
void foldConsequences(std::vector<Finding> &findings);

/// If the static analysis reports that a buffer's lifetime ends with its function while an operation uses it, the
/// accesses to that memory seen by the run become a part of that finding.
void foldDeadBuffers(std::vector<Finding> &findings);

/// Makes `consequence` a part of `cause`: one of its places is shown there, others are counted.
void absorb(Finding &cause, const Finding &consequence);

/// Adds the facts of `more`.
void unite(Cause &cause, const Cause &more);

}  // namespace lockstep::report
