// The analysis of a kept trace, and findings that are there already, for `analyze`, `report` and `suppress`.
#pragma once

#include <filesystem>
#include <string>

#include "cli/RollCall.h"
#include "cli/Symbols.h"
#include "engine/Engine.h"
#include "report/Document.h"

namespace lockstep::cli {

struct RecordedRun {
  report::Document document;
  std::string endedBecause;  // why the run was ended before its time, and where the ranks were then; empty: it was not
  Roll roll;
  int status = 0;  // of the run when it found no error
};

struct TraceOptions {
  bool isPartial = false;     // go on with what is readable of a damaged trace
  bool keepsSymbols = false;  // store the source lines in the trace
  engine::EngineOptions engine = {};
};

/// Throws a Failure that names file and offset when the trace is damaged, unless it is told to go on: then the damage
/// is told on stderr and what is readable is analysed, if anything is.
RecordedRun analyzeTrace(const std::filesystem::path &trace, const TraceOptions &options = {});

/// The source lines of a trace that can be read.
Symbols symbolsOf(const std::filesystem::path &trace);

/// The findings of a JSON document, or of a kept trace where `input` is a folder; throws a Failure that names the file.
report::Document loadDocument(const std::filesystem::path &input);

}  // namespace lockstep::cli
