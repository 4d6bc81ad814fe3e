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
  /// This machine, by the number that processes of the job have for it; none as long as none is here.
  std::optional<std::uint64_t> ourNode() const { return ourNode_; }
  /// Local processes that neither said how they ended nor were found gone before.
  std::vector<pid_t> running() const;
  /// Those of them whose rank is known, by it.
  std::map<int, pid_t> runningRanks() const;
  /// Local processes that are gone now; one that has not recorded its end by the next poll never will.
  std::vector<trace::ProcessKey> gone() const;
  /// True the first time it is asked about a process that is gone without having said that it exits.
  bool takeEnd(trace::ProcessKey process);

  /// Processes whose world they are alone in, spawned ones aside.
  struct Alone {
    int processes = 0;
    int launchedWith = 0;  // as many processes, as the launcher has told each of them; 0: not known, or not the same
    std::string flavor;    // of their MPI
  };
  Alone alone() const;

  /// The ranks that have recorded neither an exit nor a signal: they were killed, or are still there.
  std::vector<int> unended() const;
  /// Their processes, and those of which no rank is known.
  std::vector<trace::ProcessKey> unendedProcesses() const;
  /// Whether a process has recorded why the job ended before its time: an abort, a signal, an exit that is no success.
  bool knowsWhy() const { return abortCode_ || firstSignal() || firstExitStatus() != 0; }

  /// From what the processes recorded and how the launcher ended.
  report::Outcome outcome(const LauncherEnd &launcher) const;
  /// The signal that killed a process first, rather one of the program's own than one by which launchers end a job.
  std::optional<int> firstSignal() const;

  /// Processes that the program has started itself: they belong to another world, and are not judged.
  std::uint64_t spawned() const { return spawned_; }

 private:
  struct Process {
    int rank = -1;
    bool isSpawned = false;
    bool isAlone = false;     // in its world, and not spawned
    int launchedWith = 0;     // so many processes, as its launcher has told it; 0: not known
    std::string flavor = {};  // of its MPI
    bool isLocal = false;
    bool isGone = false;  // without having said that it exits
    std::optional<int> exitStatus;
    std::optional<int> signal;  // that killed it; a later call of its thread, or an exit, shows that it did not
    std::uint32_t signalledThread = 0;
    std::uint64_t endTime = 0;
  };

  void noteFirst(trace::ProcessKey key, Process &process);
  int firstExitStatus() const;

  std::string runDirectory_;
  std::map<trace::ProcessKey, Process> processes_;
  std::uint64_t spawned_ = 0;
  std::pair<const trace::ProcessKey, Process> *last_ = nullptr;  // that a record was noted of
  std::optional<std::uint64_t> ourNode_;
  std::optional<int> abortCode_;
};

}  // namespace lockstep::cli
