// How many bytes a call gives and takes, as a timeline shows it.
#pragma once

#include <cstdint>
#include <optional>

#include "cli/timeline/Timeline.h"
#include "engine/calls/Call.h"
#include "engine/calls/CallData.h"

namespace lockstep::cli {

/// 0 for nothing.
std::uint64_t bytesOf(const std::optional<engine::Elements> &elements);

void noteBytes(Timeline::Call &call, const engine::Call &of);

}  // namespace lockstep::cli
