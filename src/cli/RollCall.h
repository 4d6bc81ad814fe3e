// The roll call: where every rank is, for a run that hangs. Ranks at the same place share a line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/Symbols.h"
#include "engine/Engine.h"

namespace lockstep::cli {

/// "  ranks 0-2: in MPI_Barrier for 12 s (ring.c:14)", a line per place. `now` is CLOCK_MONOTONIC in nanoseconds.
std::string rollCall(std::vector<engine::Standing> standings, Symbols &symbols, std::uint64_t now);

/// The same in one line.
std::string shortRollCall(std::vector<engine::Standing> standings, Symbols &symbols, std::uint64_t now);

std::uint64_t monotonicNow();

}  // namespace lockstep::cli
