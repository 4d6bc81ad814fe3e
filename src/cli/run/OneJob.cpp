#include "cli/run/OneJob.h"

#include <fmt/format.h>

#include "report/Finding.h"

namespace lockstep::cli {

namespace {

std::string_view fullName(const std::string &flavor) {
  const auto known = findMpiFlavor(flavor);
  if (!known) return "another MPI";
  return *known == MpiFlavor::Mpich ? "MPICH" : "Open MPI";
}

}  // namespace

std::string severalJobs(const ProcessTable &processTable, const MeantJob &meant) {
  const ProcessTable::Alone alone = processTable.alone();
  const int ranks = meant.ranks != 0 ? meant.ranks : alone.launchedWith;
  if (ranks < 2 || alone.processes < 2) return {};
  std::string text =
      fmt::format("{} processes have formed {} jobs of one rank each, not one of {} ranks: ", alone.processes,
                  alone.processes, ranks);
  const bool isOther = meant.launcher && findMpiFlavor(alone.flavor) && *meant.launcher != findMpiFlavor(alone.flavor);
  text += fmt::format("{} uses {}, {}", meant.program, fullName(alone.flavor),
                      isOther ? "but was started by the launcher of the other MPI"
                              : "which does not understand the launcher that started it");
  if (isOther) text += fmt::format("; try --mpi {}", alone.flavor);
  return text;
}

std::string partlyRecorded(std::span<const int> unrecordedRanks, int ranks) {
  if (unrecordedRanks.empty()) return {};
  return fmt::format(
      "nothing was recorded of {} (of {} ranks), so that the job was not checked: the recorder was not "
      "loaded there (LD_PRELOAD), or writes where it cannot be read (another machine)",
      report::describeRanks(unrecordedRanks), ranks);
}

}  // namespace lockstep::cli
