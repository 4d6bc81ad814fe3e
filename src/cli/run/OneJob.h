// Checks whether the processes of a run have formed one job, and whether all of it was recorded.
//
// An MPI library that is started by an incompatible launcher does not fail: every process becomes a job of one rank,
// and all seems well. Launchers pass the number of processes in the environment, and the recorder knows the size of
// MPI_COMM_WORLD.
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
