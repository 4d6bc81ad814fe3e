// What can be said of a run of which only the newest records are there.
//
// They begin at another point on every rank. Messages and collectives from before are missing on one side, so nothing
// that matches two ranks is certain, nor what order there is between them; neither is the state of objects that were
// made, committed or freed before. What remains is what one thread does to its own operations: they begin, and are
// broken, within what is there.
#pragma once

#include "report/Finding.h"

namespace lockstep::cli {

/// Whether it would be found in the whole run, too.
bool holdsOfSuffix(const report::Finding &finding);

}  // namespace lockstep::cli
