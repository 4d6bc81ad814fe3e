// Analyzes a kept trace, or loads existing findings, for `analyze`, `report` and `suppress`.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "cli/analyze/HangReport.h"
#include "cli/symbols/Symbols.h"
#include "engine/Engine.h"
#include "report/Document.h"
#include "trace/RecordView.h"

namespace lockstep::cli {

struct RecordedRun {
  report::Document document;
  std::string endedBecause;  // why the run was ended before its time, and where the ranks were then; empty: it was not
  HangStatus hangStatus;
  int status = 0;  // of the run when it found no error
};

struct AnalyzeOptions {
  /// For a damaged trace: analyzes the readable part, if any, and reports the damage on stderr. Otherwise throws a
  /// Failure that names file and offset.
  bool isPartial = false;
  bool keepsSymbols = false;  // store the source lines in the trace
  bool showsProgress = false;
  engine::EngineOptions engine = {};  // its share is that of this process among those of the launcher
  unsigned threads = 1;               // that each judge a part of the share
};

/// Including the findings of other processes of the launcher, if any.
RecordedRun analyzeTrace(const std::filesystem::path &trace, const AnalyzeOptions &options);

/// For these others: judges their share and gives it to the first process.
void contribute(const std::filesystem::path &trace, const AnalyzeOptions &options);

/// The source lines of an analyzed trace; damage is not reported again.
Symbols symbolsOf(const std::filesystem::path &trace);

/// The processes in a trace that has been analyzed which are not of the run that was judged.
std::set<trace::ProcessKey> othersIn(const std::filesystem::path &trace);

/// What loadDocument takes, as the description of an option.
inline constexpr const char *kFindingsInput = "findings.json, or the folder of a trace";

/// The findings of a JSON document, or of a kept trace where `input` is a folder; throws a Failure that names the file.
report::Document loadDocument(const std::filesystem::path &input, const AnalyzeOptions &options = {});

}  // namespace lockstep::cli
