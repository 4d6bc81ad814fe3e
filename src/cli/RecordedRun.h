// The analysis of a kept trace, and findings that are there already, for `analyze`, `report` and `suppress`.
#pragma once

#include <filesystem>

#include "report/Document.h"

namespace lockstep::cli {

/// Throws a Failure that names file and offset when the trace is damaged, unless `partial`: then the damage is told on
/// stderr and what is readable is analysed.
report::Document analyzeTrace(const std::filesystem::path &trace, bool partial);

/// The findings of a JSON document, or of a kept trace where `input` is a folder; throws a Failure that names the file.
report::Document loadDocument(const std::filesystem::path &input);

}  // namespace lockstep::cli
