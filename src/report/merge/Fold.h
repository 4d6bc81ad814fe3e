// From what the analyses saw to what is reported: one root cause, one finding.
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

#include <string>
#include <vector>

#include "report/Finding.h"

namespace lockstep::report {

/// Folds equal findings, fills in fingerprints, and settles places and calls in the help (Help.h, CallText.h). The
/// result does not depend on the order of the input: errors first, then by file, line and rule. Folding twice changes
/// nothing.
std::vector<Finding> fold(std::vector<Finding> findings);

/// 16 hexadecimal digits over the rule and the conflicting or called sites (role, base name of the file, function,
/// call). Lines, ranks and addresses do not enter, so unrelated edits keep it, nor do branches and other places that
/// only one of the analyses knows. Two errors alike in one function share it.
std::string fingerprint(const Finding &finding);

/// One report from the static analysis and the run of the same program, folded. A static finding that a run finding
/// repeats is merged into it (confirmed: both), and what the run did with the memory of a variable that, as a static
/// finding says, ended while an operation used it, is a part of that finding. A finding may name more of the places
/// than the other: the static one the collective that some ranks miss, the run both collectives that met; so it is
/// enough that the calls and accesses of one are a subset of the other's. A deadlock in a collective that a static
/// finding says not all ranks call is one finding with that as its reason; so is the end of a rank that others wait for
/// there.
std::vector<Finding> merge(std::vector<Finding> staticFindings, std::vector<Finding> runFindings);

/// What a run has to say about static findings that it does not repeat.
struct RunEvidence {
  std::vector<Site> visited;  // places that ran
  bool isComplete = false;    // the program ended by itself, and well
  bool sawAccesses = false;   // loads and stores of all code that matters
};

/// Findings of the static analysis alone, after merge(): one with an MPI call that never ran was not exercised; one
/// whose calls and accesses all ran, in a run that its rule judges in full, is refuted by this run: it is no error, and
/// shown on request only. Nothing is said where nobody can know whether the run came by.
void judgeByRun(std::vector<Finding> &findings, const RunEvidence &evidence);

}  // namespace lockstep::report
