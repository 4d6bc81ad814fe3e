// Where the records of a run are written, and how much space they need there; used by `run` and `doctor`.
#pragma once

#include <filesystem>
#include <optional>

#include "cli/run/HostMachine.h"

namespace lockstep::cli {

struct RecordSpace {
  std::filesystem::path folder;  // memory where it has room, else the temporary folder
  bool isMemory = false;
  bool hasRoom = false;
  std::optional<Space> memory;  // available memory
};

inline constexpr const char *kMemoryFolder = "/dev/shm";

/// For this number of ranks; 0: unknown, one per core is assumed.
RecordSpace spaceForRecords(const HostMachine &machine, int askedRanks);

}  // namespace lockstep::cli
