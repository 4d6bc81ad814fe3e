// The environment variables that launchers set for the processes that they start.
#pragma once

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

namespace lockstep::mpi {

struct Launcher {
  const char *rank;
  const char *size;            // nullptr if not provided
  const char *launch;          // unique per launch, and equal on all its ranks; nullptr if not provided
  const char *part = nullptr;  // and this one, too, where one is not enough
};

/// Launchers with specific variables come before those that may have started them.
inline constexpr std::array kLaunchers{
    Launcher{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_MCA_orte_hnp_uri"},  // Open MPI until 4
    Launcher{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_NAMESPACE"},
    Launcher{"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", nullptr},
    Launcher{"PMI_RANK", "PMI_SIZE", "PMI_JOBID"},  // MPICH, Intel MPI, and srun for them
    Launcher{"PMIX_RANK", nullptr, "PMIX_NAMESPACE"},
    Launcher{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_JOB_ID", "SLURM_STEP_ID"},
};

/// The first entry whose launcher started this process; nullptr if none is known.
inline const Launcher *launcher() {
  for (const Launcher &candidate : kLaunchers)
    if (std::getenv(candidate.rank) != nullptr) return &candidate;
  return nullptr;
}

/// True also if the launcher does not say.
inline bool isFirstRank() {
  const Launcher *by = launcher();
  return by == nullptr || std::strcmp(std::getenv(by->rank), "0") == 0;
}

/// Names this launch; empty where the launcher has no name for it. Processes that a rank spawns belong to it.
inline std::string launchId() {
  const Launcher *by = launcher();
  for (const Launcher &entry : kLaunchers) {
    const bool isMeant = by != nullptr && std::strcmp(entry.rank, by->rank) == 0 && entry.launch != nullptr;
    const char *launch = isMeant ? std::getenv(entry.launch) : nullptr;
    const char *part = launch != nullptr && entry.part != nullptr ? std::getenv(entry.part) : "";
    if (launch == nullptr || part == nullptr) continue;
    const std::string id = launch;
    return id.substr(0, id.find('@')) + (*part != '\0' ? "." : "") + part;  // after @ is the job within the launch
  }
  return {};
}

}  // namespace lockstep::mpi
