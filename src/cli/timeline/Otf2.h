// The timeline of a run as an OTF2 archive, for Vampir, Scalasca and other readers of that format: a location per
// thread, a region per MPI routine, communicators as groups, and the events of point-to-point and collective calls.
#pragma once

#include <filesystem>

#include "cli/timeline/Timeline.h"

namespace lockstep::cli {

/// Makes the folder `archive` with traces.otf2 in it; throws a Failure where that is impossible.
void writeOtf2(const Timeline &timeline, const std::filesystem::path &archive);

}  // namespace lockstep::cli
