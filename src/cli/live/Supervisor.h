// Supervises a running job: feeds its records to the analysis as they arrive, detects ranks that disappear, and ends
// the job if it is stuck or must not continue.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "cli/analyze/Analysis.h"
#include "cli/run/Job.h"
#include "trace/file/Reader.h"

namespace lockstep::cli {

struct RunPolicy {
  std::optional<std::chrono::duration<double>> timeout;
  bool haltOnError = false;
  bool abortOnDeadlock = true;
  bool takesStacks = true;  // of ranks that wait when the job is ended
};

enum class RunEnd { ByItself, Deadlock, Timeout, Halted, Interrupted };

/// Callbacks of the supervisor.
struct RunEvents {
  std::function<bool()> hasErrors;      // among the findings so far, except known ones
  std::function<void()> deadlockFound;  // the job is left running (RunPolicy::abortOnDeadlock is false)
  std::function<void()> look;           // called periodically while the job runs
  std::function<void()> silent;         // every rank has been inside MPI for long, for an unknown reason
};

class Supervisor {
 public:
  Supervisor(Job &job, trace::Reader &reader, Analysis &analysis, const RunPolicy &policy, const RunEvents &events);

  /// Returns when the job has ended, by itself or because it was ended, and all its records have been taken. If it was
  /// ended, records that would take too long are dropped.
  RunEnd follow();
  /// Bytes of records that were dropped.
  std::uint64_t unjudged() const { return unjudged_; }
  const LauncherEnd &launcherEnd() const { return launcherEnd_; }
  /// Where the ranks were when the job was ended or interrupted, and when that was; empty when it ended by itself.
  const std::vector<engine::RankStatus> &rankStatuses() const { return rankStatuses_; }
  std::uint64_t rankStatusesTime() const { return rankStatusesTime_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::optional<RunEnd> reasonToEnd();
  std::size_t poll();
  std::size_t takeRecords();
  void takeRest(RunEnd end);
  void lookAround();
  bool mayBeBusy() const;
  bool isHeldByAnError(Clock::duration silence);
  bool isEveryoneInside() const;
  bool isErrorNew();
  bool isInterruptDue();
  void noteWhereRanksAre();
  void endJob();
  RunEnd finish(RunEnd end);

  Job &job_;
  trace::Reader &reader_;
  Analysis &analysis_;
  const RunPolicy policy_;
  const RunEvents events_;

  const Clock::time_point start_ = Clock::now();
  Clock::time_point lastRecord_ = start_;
  Clock::time_point knownUntil_ = start_;  // all earlier records have been taken
  Clock::time_point nextLook_ = start_;
  std::vector<trace::ProcessKey> gone_;  // their last records may not have been read yet
  Clock::time_point goneAt_ = start_;
  std::optional<Clock::time_point> stuckSince_;
  std::optional<Clock::time_point> interruptedSince_;
  bool isHopeless_ = false;
  bool saidDeadlock_ = false;
  bool saidSilent_ = false;
  std::size_t findingsJudged_ = 0;
  LauncherEnd launcherEnd_;
  std::vector<engine::RankStatus> rankStatuses_;
  std::uint64_t rankStatusesTime_ = 0;
  std::uint64_t unjudged_ = 0;
};

}  // namespace lockstep::cli
