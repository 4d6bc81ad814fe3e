// The hang report: where every rank is, for a run that hangs. Ranks at the same place share a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/symbols/Symbols.h"
#include "engine/Engine.h"
#include "report/text/ShownPath.h"

namespace lockstep::cli {

/// Where the ranks are.
struct HangStatus {
  std::vector<engine::RankStatus> rankStatuses;  // sites resolved
  std::optional<std::uint64_t> time;             // time of the status in nanoseconds of CLOCK_MONOTONIC; none: unknown
};

HangStatus resolved(std::vector<engine::RankStatus> rankStatuses, std::optional<std::uint64_t> time, Symbols &symbols);

/// Why the job was ended, then "  ranks 0-2: in MPI_Barrier for 12 s (ring.c:14, called from main at ring.c:30)", one
/// line per place; without the seconds if the time is unknown, without the callers if they are.
std::string hangReport(const std::string &reason, const HangStatus &hangStatus, const report::ShownPath &paths);

/// The places in one line.
std::string shortHangReport(const HangStatus &hangStatus, const report::ShownPath &paths);

std::uint64_t monotonicNow();

}  // namespace lockstep::cli
