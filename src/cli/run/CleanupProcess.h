// Cleans up after a tool that was killed and could not do it itself (SIGKILL, out of memory, a crash).
//
// A separate process, forked before the job starts. It blocks on a pipe that only the tool can write to: if the pipe is
// closed without a message, the tool is gone. The launcher has received SIGTERM by then (see Job.cpp), but a rank that
// ignores it may survive, with its launcher, and the records would remain. The cleanup process waits a moment, kills
// what is left of the job, and removes the folders.
//
// It has a session of its own, so that signals to the tool's process group or terminal do not reach it. If it is
// killed, too (a batch system kills all processes), the next run removes the folders, see TemporaryDirectory.h.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/base/Crash.h"

namespace lockstep::cli {

/// What has to be cleaned up. Times are nanoseconds of CLOCK_MONOTONIC.
struct Estate {
  std::filesystem::path records;               // the run directory, which identifies the processes of the job
  std::vector<std::filesystem::path> folders;  // that are removed, this one among them
  /// Before that, when the job has ended; since when the tool was gone, and whether it has crashed.
  std::function<void(std::uint64_t, bool)> settle;
  std::string afterCrash;  // what a crash adds to its line, see Crash.h
};

class CleanupProcess {
 public:
  /// If the process cannot be created, the run continues without it.
  explicit CleanupProcess(const Estate &estate);
  /// The tool lives: it cleans up itself.
  ~CleanupProcess();
  CleanupProcess(const CleanupProcess &) = delete;
  CleanupProcess &operator=(const CleanupProcess &) = delete;

  /// 0: none.
  pid_t process() const { return process_; }

 private:
  pid_t process_ = 0;
  int pipe_ = -1;
  std::optional<CrashPlan> crashPlan_;
};

}  // namespace lockstep::cli
