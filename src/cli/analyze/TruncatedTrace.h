// Decides which findings of a truncated trace can be trusted.
//
// The records of each rank begin at a different point. Earlier messages and collectives are missing on one side, so
// that neither matching nor order between ranks is certain, nor the state of objects that were created, committed or
// freed before. What remains are errors of one thread with its own operations that begin within the records.
#pragma once

#include "report/Finding.h"

namespace lockstep::cli {

/// Whether it would be found in the whole run, too.
bool holdsOfSuffix(const report::Finding &finding);

}  // namespace lockstep::cli
