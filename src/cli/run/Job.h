// The launched job: the launcher and everything below it on this machine.
//
// The launcher shares our process group, stdin, stdout and stderr, as if it had been started from the shell. The tool
// is the subreaper of its orphans (PR_SET_CHILD_SUBREAPER), so that the process tree stays visible in /proc and nothing
// survives terminate(). A Job that is destroyed while it runs is terminated.
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "cli/run/SharedMemory.h"

namespace lockstep::cli {

/// Tells a rank where to record; its value names the job among all others of the machine.
inline constexpr const char *kRunDirectoryVariable = "LOCKSTEP_RUN_DIR";

/// Tells the recorder who reads its records, and how much of them is kept.
inline constexpr const char *kReaderVariable = "LOCKSTEP_READER";
/// Which calls are recorded with their stacks.
inline constexpr const char *kStacksVariable = "LOCKSTEP_STACKS";

struct Launch {
  std::vector<std::string> words;                  // the first is a path or found through PATH
  std::map<std::string, std::string> environment;  // on top of our own
  bool asksNicely = true;  // ask the launcher to end the job before killing it: it may have to clean up
  pid_t cleanup = 0;       // a child of ours that is no part of the job
};

/// How the launcher ended: a status, or a signal.
struct LauncherEnd {
  int status = 0;
  int signal = 0;
};

class Job {
 public:
  /// The error says why the launcher could not be started.
  static tl::expected<Job, std::string> start(const Launch &launch);
  Job(Job &&other) noexcept;
  Job &operator=(Job &&) = delete;
  ~Job();

  /// Reaps ended processes; returns the launcher's status once it has ended.
  std::optional<LauncherEnd> ended();
  /// Passes a signal on to the launcher.
  void signal(int number) const;
  /// Notes what the processes would leave behind if they were killed; terminate() removes it.
  void expectEnd(std::span<const pid_t> ranks);
  /// Asks the launcher to end (see Launch), waits a moment, then kills it, its descendants and `ranks` (which a foreign
  /// launcher may have started elsewhere in the process tree). Nothing is left afterwards. May be called again.
  void terminate(std::span<const pid_t> ranks);

 private:
  static constexpr pid_t kNone = 0;

  Job(pid_t launcher, std::string runDirectory, const Launch &launch)
      : launcher_(launcher),
        runDirectory_(std::move(runDirectory)),
        asksNicely_(launch.asksNicely),
        guardian_(launch.cleanup) {}
  bool waitFor(int milliseconds);
  bool isOurs(pid_t process) const;
  std::vector<pid_t> living(std::span<const pid_t> ranks) const;

  pid_t launcher_;
  std::string runDirectory_;
  bool asksNicely_;
  pid_t guardian_;
  std::optional<LauncherEnd> end_;
  SharedMemory shared_;
};

/// False also for a process that has ended but was not reaped yet.
bool isAlive(pid_t process);

/// The processes of this machine that were started with `name=value` in their environment, this one excepted.
std::vector<pid_t> processesWith(const std::string &name, const std::string &value);

/// The value that `process`, of this machine, was started with; none where it has ended or has no such variable.
std::optional<std::string> environmentOf(pid_t process, const std::string &name);

/// Whether `process` runs on this machine with `name=value` in the environment that it was started with.
bool hasInEnvironment(pid_t process, const std::string &name, const std::string &value);

}  // namespace lockstep::cli
