// What a run says about static findings that it does not repeat.
#pragma once

#include <vector>

#include "report/Finding.h"

namespace lockstep::report {

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
