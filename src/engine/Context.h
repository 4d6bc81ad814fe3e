// What a rule may ask of the engine, and where it reports: of its own process (ProcessContext), or of the whole job.
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

/// For a rule that needs no other rank: nothing here leads to one.
class ProcessContext {
 public:
  void report(report::Finding finding);
  /// True when an error that concerns the process has been reported, see Context::hasErrorOn.
  bool hasError() const { return ranksWithErrors_.contains(process_->rank); }

  /// Whose event is being told: all but collectives, messages, standstills and the end of the run.
  const Process &process() const { return *process_; }
  /// How events of the process are ordered, also by what other ranks did.
  const Order &order() const { return world_.order; }
  const Objects &objects() const { return world_.objects; }
  ExposedMemory exposed() const { return {world_.windows, process_->rank}; }
  const EngineOptions &options() const { return world_.options; }
  /// When the event that is being told happened; only for events of processes with a rank.
  const Stamp &now() const { return now_; }
  /// The function that makes the accesses that are being told, where it is a user-defined operation that the library
  /// has called; else 0.
  std::uint64_t operation() const { return operation_; }

 protected:
  explicit ProcessContext(const World &world) : world_(world) {}
  ProcessContext(const ProcessContext &) = delete;
  ProcessContext &operator=(const ProcessContext &) = delete;
  ~ProcessContext() = default;

  const World &world_;
  const Process *process_ = nullptr;
  Stamp now_;
  std::uint64_t operation_ = 0;
  std::vector<report::Finding> findings_;
  std::optional<std::vector<report::Finding>> held_;  // none: nothing is held back
  std::set<int> ranksWithErrors_;
  std::set<int> ranksOutOfStep_;
  std::size_t errorCount_ = 0;

  void expect(const report::Finding &error);
};

class Context : public ProcessContext {
 public:
  explicit Context(const World &world) : ProcessContext(world) {}

  /// What `judge` reports meanwhile: it does not count as reported.
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
  /// The error, or another on the same ranks, will be reported: what it explains is explained already.
  using ProcessContext::expect;
  /// True when an error that concerns the rank has been reported, and may be why the library ended it. Races
  /// are not among them: other engines may judge them (see Share), so that they must not count here.
  bool hasErrorOn(int rank) const { return ranksWithErrors_.contains(rank); }
  /// Whether such an error may be why the rank waits, or leaves others waiting.
  bool mayBeOutOfStep(int rank) const { return ranksOutOfStep_.contains(rank); }

  using ProcessContext::process;
  /// Null while the process of the rank is not known.
  const Process *process(int rank) const { return world_.processes.ofRank(rank); }
  const Waiting &waiting() const { return world_.waiting; }
  const Messages &messages() const { return world_.messages; }
  const Windows &windows() const { return world_.windows; }
  const ValueEdges &values() const { return world_.values; }

  void setProcess(const Process &process) { process_ = &process; }
  void setNow(Stamp now) { now_ = std::move(now); }
  void setOperation(std::uint64_t function) { operation_ = function; }
  std::size_t errorCount() const { return errorCount_; }
  /// Since the last takeFindings().
  std::size_t findingCount() const { return findings_.size(); }
  std::vector<report::Finding> takeFindings() { return std::exchange(findings_, {}); }
};

}  // namespace lockstep::engine
