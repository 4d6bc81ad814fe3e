// The logs of all ranks together: who meets whom, and who waits for what never comes.
//
// Messages are matched as MPI matches them; the logs name every peer, so there is one way only. Twice: with a library
// that buffers every message and lets a rank leave a collective as early as the standard allows, where a standstill is
// certain; and with one that buffers nothing and lets nobody go before all have come, where it is possible.
#pragma once

#include <vector>

#include "passes/symex/CommTrace.h"
#include "report/Finding.h"

namespace lockstep::passes::symex {

/// The messages that their receives do not fit, else the standstill, or the messages that nobody receives. `logs` has
/// one for each rank, all of them known.
std::vector<report::Finding> meet(std::vector<CommTrace> logs);

}  // namespace lockstep::passes::symex
