// What a rule may ask the engine, and where it reports.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/World.h"
#include "engine/process/Findings.h"
#include "report/Finding.h"

namespace lockstep::engine {

class Context {
 public:
  explicit Context(const World &world) : world_(world) {}

  void report(report::Finding finding);
  /// The findings that `judge` reports; they do not count as reported.
  template <class Judge>
  std::vector<report::Finding> holdBack(Judge judge) {
    const auto before = std::exchange(held_, std::vector<report::Finding>());
    judge();
    std::vector<report::Finding> held = std::move(*held_);
    held_ = before;
    return held;
  }
  /// Whether an error is held back.
  bool holdsError() const;
  /// The error, or another one on the same ranks, will be reported: its consequences count as explained.
  void expect(const report::Finding &error);
  /// Whether an error on this rank was reported that could have made the library end it. Races do not count: other
  /// engines may judge them (see Share).
  bool hasErrorOn(int rank) const { return ranksWithErrors_.contains(rank); }
  /// Whether such an error may be why the rank waits, or leaves others waiting.
  bool mayBeOutOfStep(int rank) const { return ranksOutOfStep_.contains(rank); }

  /// The process of the current event; not set for collectives, messages, potential deadlocks and the end of the run.
  const Process &process() const { return *process_; }
  /// Null if the process of the rank is not known yet.
  const Process *process(int rank) const { return world_.processes.ofRank(rank); }
  const Order &order() const { return world_.order; }
  const Waiting &waiting() const { return world_.waiting; }
  const Messages &messages() const { return world_.messages; }
  const Objects &objects() const { return world_.objects; }
  const Windows &windows() const { return world_.windows; }
  const ValueEdges &values() const { return world_.values; }
  const EngineOptions &options() const { return world_.options; }
  /// Time stamp of the current event; only for events of processes with a rank.
  const Stamp &now() const { return now_; }

  /// The user-defined reduction operation, called by the library, that makes the current accesses; 0 if none does.
  std::uint64_t operation() const { return operation_; }

  void setProcess(const Process &process) { process_ = &process; }
  void setNow(Stamp now) { now_ = std::move(now); }
  void setOperation(std::uint64_t function) { operation_ = function; }
  std::size_t errorCount() const { return errorCount_; }
  /// Since the last takeFindings().
  std::size_t findingCount() const { return findings_.size(); }
  std::vector<report::Finding> takeFindings() { return std::exchange(findings_, {}); }

 private:
  const World &world_;
  const Process *process_ = nullptr;
  Stamp now_;
  std::uint64_t operation_ = 0;
  std::vector<report::Finding> findings_;
  std::optional<std::vector<report::Finding>> held_;  // none: nothing is held back
  std::set<int> ranksWithErrors_;
  std::set<int> ranksOutOfStep_;
  std::size_t errorCount_ = 0;
};

}  // namespace lockstep::engine
