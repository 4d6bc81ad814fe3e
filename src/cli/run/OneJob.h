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

/// The requested job.
struct MeantJob {
  std::string program;
  int ranks = 0;                      // 0: decided by the launcher
  std::optional<MpiFlavor> launcher;  // its MPI; none: unknown
};

/// Why the result is unreliable; empty if the job is one, or was meant to have one rank.
std::string severalJobs(const ProcessTable &processTable, const MeantJob &meant);

/// Why the verdict on a successful job is incomplete: these ranks have no records. Empty if there are none.
std::string partlyRecorded(std::span<const int> unrecordedRanks, int ranks);

}  // namespace lockstep::cli
