// If the tool itself is killed by a signal (a bug of its own): one line on stderr and status 70, instead of a silent
// end with an unsupervised job.
//
// The handler only does what is async-signal-safe: it wakes the cleanup process of a run (CleanupProcess.h), which ends
// the job and saves the records, waits for it, and writes a message prepared in advance.
#pragma once

#include <sys/types.h>

#include <string>

namespace lockstep::cli {

/// Installs the handlers for this process, not for its children. An existing handler (of a sanitizer) is kept.
void tellOfCrashes();

/// During its lifetime a crash is handled by a cleanup process.
class CrashPlan {
 public:
  /// `pipe`: gets kCrashed, then `guardian` is waited for. `words` follow the line: where the records are.
  CrashPlan(int pipe, pid_t cleanup, const std::string &words);
  ~CrashPlan();
  CrashPlan(const CrashPlan &) = delete;
  CrashPlan &operator=(const CrashPlan &) = delete;
};

inline constexpr char kCrashed = 'C';

}  // namespace lockstep::cli
