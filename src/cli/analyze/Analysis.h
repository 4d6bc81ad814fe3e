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
  /// All that was recorded before this time (nanoseconds, CLOCK_MONOTONIC) on this machine has been taken.
  void takenUntil(std::uint64_t time) {
    if (const auto node = processTable_.ourNode()) engine_.fedUntil(*node, time);
  }
  /// A process is gone without having said that it exits.
  void vanished(trace::ProcessKey process) {
    vanished_.push_back(process);
    engine_.vanished(process);
  }
  /// Those of which that was said.
  const std::vector<trace::ProcessKey> &vanishedProcesses() const { return vanished_; }
  /// The job is being ended from outside since that time: how its processes end says nothing about the program. The
  /// first time counts.
  void interrupt(std::uint64_t since) {
    if (!interruptedAt_) interruptedAt_ = since;
  }
  static constexpr std::uint64_t kAfterAll = UINT64_MAX;  // all ends count, but what is missing is nobody's error
  /// The records begin in the middle of the run, at another point on every rank: judge only what does not depend on
  /// what came before. From `common` on, if there is such a point, all ranks together. Before anything is taken.
  void judgeSuffix(std::optional<ConsistentCut> common) {
    isSuffix_ = true;
    if (common) joint_.emplace(options_, std::move(*common));
  }
  bool judgesJointly() const { return joint_.has_value(); }
  /// Nothing more will come. Where what came last was not taken, a rank may be where it only was for a moment: who
  /// waits for whom is not judged then.
  void finish(bool isAllTaken = true);

  /// The callers of the calls that ranks are inside of, where the recorder has not told them.
  void useStacks(StacksByRank stacks);
  const StacksByRank &stacks() const { return stacks_; }
  /// Everything found so far, unresolved and unfolded.
  const std::vector<report::Finding> &findings();
  void add(Judged byAnother);
  ProcessTable &processTable() { return processTable_; }
  const ProcessTable &processTable() const { return processTable_; }
  const engine::Engine &engine() const { return engine_; }
  /// The ranks of which there is no record.
  std::vector<int> unrecordedRanks() const;
  std::optional<std::uint64_t> interruptedAt() const { return interruptedAt_; }

  /// What is known of the code that was recorded, for an analysis elsewhere.
  SymbolTable symbolTable(Symbols &symbols) const;

  /// The findings of the report that could be given now, see document().
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
