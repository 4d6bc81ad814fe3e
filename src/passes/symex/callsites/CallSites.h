// What is wrong at the calls that the exploration of paths has not judged: because there are too many paths, or because
// none of the explored ones led there.
//
// Every function that leads to MPI is walked by itself, and the program from its entry (FunctionWalk.h), for a rank and
// a number of ranks that are not known. What is noticed is so on all ways to the place: an error if the place is
// reached whenever its function is called, a warning if it may not be reached.
#pragma once

#include <functional>
#include <vector>

#include "passes/symex/Program.h"
#include "passes/symex/State.h"
#include "report/Finding.h"

namespace lockstep::passes::symex {

/// `isWanted`: whether a note adds something to what the paths have shown.
std::vector<report::Finding> judgeCallSites(const Program &program, const std::function<bool(const Note &)> &isWanted);

}  // namespace lockstep::passes::symex
