// One pass of the engine over a job's records, live or recorded: what `run` and `analyze` have in common.
#pragma once

#include <string>
#include <vector>

#include "cli/Roster.h"
#include "cli/Symbols.h"
#include "engine/Engine.h"
#include "report/Document.h"
#include "trace/Reader.h"

namespace lockstep::cli {

class Analysis {
 public:
  explicit Analysis(std::string runDirectory) : roster_(std::move(runDirectory)) {}

  void take(const trace::RecordView &record);
  /// A process ended without a word.
  void vanished(trace::ProcessKey process) { engine_.vanished(process); }
  /// From here on the job is being ended from outside: how its processes die says nothing about the program.
  void interrupt() { isInterrupted_ = true; }
  /// Nothing more will come.
  void finish();

  /// Everything found so far, unresolved and unfolded.
  const std::vector<report::Finding> &findings();
  Roster &roster() { return roster_; }
  const engine::Engine &engine() const { return engine_; }
  bool isInterrupted() const { return isInterrupted_; }

  /// The report, with sites resolved and findings folded; `staticFindings` are those of the compiler.
  report::Document document(std::string command, std::string program, report::Outcome outcome,
                            std::vector<report::Finding> staticFindings, Symbols &symbols);

 private:
  engine::Engine engine_;
  Roster roster_;
  std::vector<report::Finding> findings_;
  bool isInterrupted_ = false;
};

}  // namespace lockstep::cli
