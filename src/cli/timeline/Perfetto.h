// The timeline of a run as JSON that the Perfetto UI (and chrome://tracing) opens: a process per rank, a slice per
// call, an asynchronous slice per request and epoch, arrows from sends to receives and between the two sides of a race.
#pragma once

#include <span>
#include <string>

#include "cli/timeline/Timeline.h"
#include "report/Finding.h"

namespace lockstep::cli {

std::string toPerfetto(const Timeline &timeline, std::span<const report::Finding> findings);

}  // namespace lockstep::cli
