// The processes of the job, according to the records, and how each of them ended. Decides the outcome of the run;
// errors of the program are up to the engine.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/run/Job.h"
#include "report/Document.h"
#include "trace/RecordView.h"

namespace lockstep::cli {

class ProcessTable {
 public:
  /// `runDirectory` marks the processes of this job that run on this machine; empty when the job is over.
  explicit ProcessTable(std::string runDirectory) : runDirectory_(std::move(runDirectory)) {}

  void note(const trace::RecordView &record);

  bool isEmpty() const { return processes_.empty(); }
  /// The node id of this machine in the records; none until a local process is known.
  std::optional<std::uint64_t> ourNode() const { return ourNode_; }
  /// Local processes that have neither recorded their end nor were found gone before.
  std::vector<pid_t> running() const;
  /// Those with a known rank, by rank.
  std::map<int, pid_t> runningRanks() const;
  /// Local processes that are gone now; one that has not recorded its end by the next poll never will.
  std::vector<trace::ProcessKey> gone() const;
  /// True on the first call for a process that is gone without having recorded its exit.
  bool takeEnd(trace::ProcessKey process);

  /// Processes whose world they are alone in, spawned ones aside.
  struct Alone {
    int processes = 0;
    int launchedWith = 0;  // number of processes according to the launcher; 0: unknown, or not the same for all
    std::string flavor;    // of their MPI
  };
  Alone alone() const;

  /// The ranks that have recorded neither an exit nor a signal: they were killed, or are still there.
  std::vector<int> unended() const;
  /// The processes of these ranks, and processes without a known rank.
  std::vector<trace::ProcessKey> unendedProcesses() const;
  /// Whether a process has recorded why the job ended before its time: an abort, a signal, an exit that is no success.
  bool knowsWhy() const { return abortCode_ || firstSignal() || firstExitStatus() != 0; }

  /// From the processes' records and the launcher's status.
  report::Outcome outcome(const LauncherEnd &launcher) const;
  /// The first signal that killed a process, preferring those of the program to those that launchers send to end a job.
  std::optional<int> firstSignal() const;

  /// Processes that the program has started itself: they belong to another world, and are not judged.
  std::uint64_t spawned() const { return spawned_; }

 private:
  struct Process {
    int rank = -1;
    bool isSpawned = false;
    bool isAlone = false;     // in its world, and not spawned
    int launchedWith = 0;     // number of processes according to its launcher; 0: unknown
    std::string flavor = {};  // of its MPI
    bool isLocal = false;
    bool isGone = false;  // without having recorded its exit
    std::optional<int> exitStatus;
    std::optional<int> signal;  // that killed it; a later call of its thread, or an exit, disproves that
    std::uint32_t signalledThread = 0;
    std::uint64_t endTime = 0;
  };

  void noteFirst(trace::ProcessKey key, Process &process);
  int firstExitStatus() const;

  std::string runDirectory_;
  std::map<trace::ProcessKey, Process> processes_;
  std::uint64_t spawned_ = 0;
  std::pair<const trace::ProcessKey, Process> *last_ = nullptr;  // the last one with a record
  std::optional<std::uint64_t> ourNode_;
  std::optional<int> abortCode_;
};

}  // namespace lockstep::cli
