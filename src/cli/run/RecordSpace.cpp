#include "cli/run/RecordSpace.h"

#include <algorithm>

#include "trace/Record.h"

namespace lockstep::cli {

namespace {

// Each thread of a rank keeps a few chunks allocated ahead of the reader.
constexpr std::uint64_t kBytesPerRank = 8 * trace::kChunkBytes;

}  // namespace

RecordSpace spaceForRecords(const HostMachine &machine, int askedRanks) {
  const std::uint64_t ranks =
      askedRanks > 0 ? static_cast<std::uint64_t>(askedRanks) : std::uint64_t{std::max(1U, machine.cores())};
  const auto fits = [&](const std::optional<Space> &space) { return space && space->free >= ranks * kBytesPerRank; };
  const auto memory = machine.space(kMemoryFolder);
  if (fits(memory)) return {.folder = kMemoryFolder, .isMemory = true, .hasRoom = true, .memory = memory};
  const std::filesystem::path folder = machine.temporaryDirectory();
  return {.folder = folder, .isMemory = false, .hasRoom = fits(machine.space(folder)), .memory = memory};
}

}  // namespace lockstep::cli
