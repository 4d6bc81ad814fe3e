// One pass of the engine over a job's records, live or recorded; shared by `run` and `analyze`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/analyze/ConsistentCut.h"
#include "cli/analyze/CutAnalysis.h"
#include "cli/analyze/ExecutedSites.h"
#include "cli/analyze/LiveStacks.h"
#include "cli/analyze/UninstrumentedModules.h"
#include "cli/run/ProcessTable.h"
#include "cli/symbols/Symbols.h"
#include "engine/Engine.h"
#include "report/Document.h"
#include "trace/RecordView.h"

namespace lockstep::cli {

/// What an engine with another share (see engine/Engine.h) has found.
struct Judged {
  std::vector<report::Finding> findings;
  engine::HistorySize history = {};
};

class Analysis {
 public:
  explicit Analysis(std::string runDirectory, const engine::EngineOptions &options = {})
      : options_(options), engine_(options), processTable_(std::move(runDirectory)) {}

  void take(const trace::RecordView &record);
  /// All records of this machine before this time (nanoseconds, CLOCK_MONOTONIC) have been taken.
  void takenUntil(std::uint64_t time) {
    if (const auto node = processTable_.ourNode()) engine_.fedUntil(*node, time);
  }
  /// A process is gone without having recorded its exit.
  void vanished(trace::ProcessKey process) {
    vanished_.push_back(process);
    engine_.vanished(process);
  }
  /// The processes for which vanished() was called.
  const std::vector<trace::ProcessKey> &vanishedProcesses() const { return vanished_; }
  /// The job is being ended from outside since this time: how its processes end says nothing about the program. Only
  /// the first call counts.
  void interrupt(std::uint64_t since) {
    if (!interruptedAt_) interruptedAt_ = since;
  }
  static constexpr std::uint64_t kAfterAll = UINT64_MAX;  // all ends count, but missing events are no errors
  /// The records begin in the middle of the run, at a different point on every rank: judges only what does not depend
  /// on earlier events; from `common` on, if there is such a point, all ranks together. Called before any record is
  /// taken.
  void judgeSuffix(std::optional<ConsistentCut> common) {
    isSuffix_ = true;
    if (common) joint_.emplace(options_, std::move(*common));
  }
  bool judgesJointly() const { return joint_.has_value(); }
  /// End of input. If the last records were not taken, the states of ranks may be out of date: then waiting is not
  /// judged.
  void finish(bool isAllTaken = true);

  /// Sets the callers of calls in progress, if the recorder has not recorded them.
  void useStacks(StacksByRank stacks);
  const StacksByRank &stacks() const { return stacks_; }
  /// Everything found so far, unresolved and unfolded.
  const std::vector<report::Finding> &findings();
  void add(Judged byAnother);
  ProcessTable &processTable() { return processTable_; }
  const ProcessTable &processTable() const { return processTable_; }
  const engine::Engine &engine() const { return engine_; }
  /// The ranks without records.
  std::vector<int> unrecordedRanks() const;
  std::optional<std::uint64_t> interruptedAt() const { return interruptedAt_; }

  /// What is known about the recorded code, for an analysis elsewhere.
  SymbolTable symbolTable(Symbols &symbols) const;

  /// The findings of the current report, see document().
  std::vector<report::Finding> foundSoFar(std::vector<report::Finding> staticFindings, Symbols &symbols);
  /// The report, with sites resolved and findings folded; `staticFindings` are those of the compiler.
  report::Document document(std::string command, std::string program, report::Outcome outcome,
                            std::vector<report::Finding> staticFindings, Symbols &symbols);

 private:
  void addCallersTo(std::span<report::Finding> findings) const;

  engine::EngineOptions options_;
  engine::Engine engine_;
  std::optional<CutAnalysis> joint_;
  ProcessTable processTable_;
  UninstrumentedModules blindSpots_;
  ExecutedSites visited_;
  std::vector<trace::ProcessKey> vanished_;
  std::vector<report::Finding> findings_;
  StacksByRank stacks_;
  engine::HistorySize otherHistory_;  // of engines with other shares
  bool isSuffix_ = false;
  std::optional<std::uint64_t> interruptedAt_;  // nanoseconds, CLOCK_MONOTONIC
};

}  // namespace lockstep::cli
