// The engine: takes the records of all ranks, advances them in an order that respects their causes, and lets the
// rules judge. It knows neither an MPI library nor LLVM, and does not care whether the job still runs.
//
// A driver (lockstep run, lockstep analyze, a test) feeds records as they become available, tells when a process has
// ended and when nothing more will come, and takes the findings.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/Coverage.h"
#include "engine/EngineOptions.h"
#include "engine/matching/ChosenMessage.h"
#include "engine/races/HistorySize.h"
#include "report/Finding.h"
#include "trace/RecordView.h"

namespace lockstep::engine {

/// Where a rank is, for roll calls and for deciding that a job is stuck.
struct RankStatus {
  int rank = -1;
  enum class State : std::uint8_t { Outside, Inside, Finalized, Exited, Died } state = State::Outside;
  std::string call;                  // routine it is inside, or last left
  std::optional<report::Site> site;  // of that call
  std::uint64_t since = 0;           // time of the last event, nanoseconds CLOCK_MONOTONIC
  int code = 0;                      // exit status or signal number
  std::vector<int> waitsFor;         // the ranks that could release it, as far as that is known
};

/// Whether the call that a rank is inside can return, by what has been fed. A driver that makes up the run itself asks
/// this before it feeds a Leave: that of a real run is truth.
enum class Progress : std::uint8_t {
  Free,
  IfGenerous,  // where the library buffers every message, and lets a rank leave a collective as early as it may
  Held,
};

class RulePtr;

class Engine {
 public:
  /// With all rules.
  Engine() : Engine(EngineOptions{}) {}
  explicit Engine(const EngineOptions &options);
  /// With these rules instead, in the order in which they are asked; see makeRules().
  explicit Engine(std::vector<RulePtr> rules);
  ~Engine();

  void feed(const trace::RecordView &record);
  /// All that processes of the node have recorded before this time (nanoseconds, its CLOCK_MONOTONIC) has been fed:
  /// nobody need wait for it.
  void fedUntil(std::uint64_t node, std::uint64_t time);
  /// The process is gone although it recorded neither exit nor signal (kill -9, _exit, lost node).
  void vanished(trace::ProcessKey process);
  /// Nothing more will come; judges what stayed open. `interrupted`: the job was ended from outside (time limit,
  /// Ctrl-C, the tool itself), so that what is missing after the last record is nobody's error.
  void finish(bool interrupted);

  /// Findings since the last call, unfolded, sites by address.
  std::vector<report::Finding> takeFindings();

  /// True when some ranks are inside calls that, by what is recorded so far, no rank will ever release.
  bool stuck() const;
  /// Those ranks.
  std::vector<int> stuckRanks() const;
  std::vector<RankStatus> rankStatuses() const;
  Progress progressOf(int rank) const;
  /// For the receives that the call of the rank completes and that have a choice: the messages of the lowest ranks.
  /// Nothing where they cannot be complete together.
  std::optional<std::vector<ChosenMessage>> chooseMessages(int rank) const;
  int ranks() const;  // world size, 0 while unknown
  const Coverage &coverage() const;
  HistorySize historySize() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::engine
