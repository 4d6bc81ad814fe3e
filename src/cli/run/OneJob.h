// Whether the processes of a run have formed the one job that was meant, and all of it was recorded.
//
// An MPI library that does not understand the launcher which started it does not fail: every process becomes a job of
// one rank, computes alone, and all seems well. Launchers say in the environment how many processes they start, and the
// recorder says of how many ranks the world has become.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "cli/base/MpiFlavor.h"
#include "cli/run/ProcessTable.h"

namespace lockstep::cli {

/// What was asked for.
struct MeantJob {
  std::string program;
  int ranks = 0;                      // 0: the launcher knows
  std::optional<MpiFlavor> launcher;  // of which MPI; none: not known
};

/// Why what was found cannot be relied on; empty where the job is one, or was meant to be of one rank.
std::string severalJobs(const ProcessTable &processTable, const MeantJob &meant);

/// Why the verdict on a job that ended well is none: of these ranks there is no record. Empty where there are none.
std::string partlyRecorded(std::span<const int> unrecordedRanks, int ranks);

}  // namespace lockstep::cli
