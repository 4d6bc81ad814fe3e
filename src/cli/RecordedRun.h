// The analysis of a kept trace, for `analyze` and for `report` on a folder.
#pragma once

#include <filesystem>

#include "report/Document.h"

namespace lockstep::cli {

/// Throws a Failure that names file and offset when the trace is damaged, unless `partial`: then the damage is told on
/// stderr and what is readable is analysed.
report::Document analyzeTrace(const std::filesystem::path &trace, bool partial);

}  // namespace lockstep::cli
