// The engine takes the records of all ranks, processes them in an order consistent with causality, and lets the rules
// judge. It knows neither an MPI library nor LLVM, and works the same on a running job and on a finished one.
//
// A driver (lockstep run, lockstep analyze, a test) feeds records as they become available, reports when a process has
// ended and when no more records will come, and takes the findings.
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

/// What a rank is doing, for status reports and for deciding whether a job hangs.
struct RankStatus {
  int rank = -1;
  enum class State : std::uint8_t { Outside, Inside, Finalized, Exited, Died } state = State::Outside;
  std::string call;                  // the current routine, or the last one
  std::optional<report::Site> site;  // of that call
  std::uint64_t since = 0;           // time of the last event, nanoseconds CLOCK_MONOTONIC
  int code = 0;                      // exit status or signal number
  std::vector<int> waitsFor;         // ranks that could release it, as far as known
};

/// Whether the call in progress on a rank can return, given the records fed so far. A driver that simulates a run asks
/// this before it feeds a Leave; a Leave of a real run is a fact.
enum class Progress : std::uint8_t {
  Free,
  IfGenerous,  // if the library buffers every message and lets a rank leave a collective as early as allowed
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
  /// All records that processes of the node wrote before this time (nanoseconds of its CLOCK_MONOTONIC) have been fed:
  /// nobody has to wait for more of them.
  void fedUntil(std::uint64_t node, std::uint64_t time);
  /// The process is gone without an exit or signal record (kill -9, _exit, lost node).
  void vanished(trace::ProcessKey process);
  /// End of input; judges everything still open. `interrupted`: the job was ended from outside (time limit, Ctrl-C,
  /// Lockstep itself), so that missing events are no errors.
  void finish(bool interrupted);

  /// Findings since the last call, not folded, with sites as addresses.
  std::vector<report::Finding> takeFindings();

  /// Whether some ranks are in calls that, according to the records, no rank will ever release.
  bool stuck() const;
  /// The ranks in such calls.
  std::vector<int> stuckRanks() const;
  std::vector<RankStatus> rankStatuses() const;
  Progress progressOf(int rank) const;
  /// For the receives that the rank's call completes and that have several candidates: the messages of the lowest
  /// ranks. None if they cannot all be complete.
  std::optional<std::vector<ChosenMessage>> chooseMessages(int rank) const;
  int ranks() const;  // world size, 0 if unknown
  const Coverage &coverage() const;
  HistorySize historySize() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::engine
