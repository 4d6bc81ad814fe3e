#include "cli/run/CleanupProcess.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "cli/analyze/HangReport.h"
#include "cli/run/Job.h"
#include "cli/run/SharedMemory.h"

namespace lockstep::cli {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr auto kGrace = 2s;      // for the launcher to end the job
constexpr auto kKillLimit = 5s;  // a process that hangs in the kernel ends only when the kernel releases it
constexpr auto kPause = 20ms;

/// Readers of the tool's output must not wait for this process, nor should it keep files of others open.
void closeAllBut(int kept) {
  std::vector<int> open;
  std::error_code error;
  for (const auto &entry : fs::directory_iterator("/proc/self/fd", error))
    open.push_back(std::atoi(entry.path().filename().c_str()));
  for (const int descriptor : open)
    if (descriptor != kept && descriptor > STDERR_FILENO) close(descriptor);
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, descriptor);
  if (nowhere > STDERR_FILENO) close(nowhere);
}

/// Locks the folders while this process lives, see TemporaryDirectory.h.
void hold(const std::vector<fs::path> &folders) {
  for (const fs::path &folder : folders)
    if (const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); descriptor >= 0)
      flock(descriptor, LOCK_SH);
}

enum class Word { Dismissed, Crashed, None };

/// The last message of the tool; none: it is gone.
Word lastWord(int pipe) {
  char word = 0;
  ssize_t got = 0;
  do got = read(pipe, &word, sizeof word);
  while (got < 0 && errno == EINTR);
  if (got <= 0) return Word::None;
  return word == kCrashed ? Word::Crashed : Word::Dismissed;
}

void endJob(const fs::path &records, bool isAsked) {
  const auto living = [&] { return processesWith(kRunDirectoryVariable, records.string()); };
  SharedMemory shared;
  for (const pid_t process : living()) {
    shared.note(process);
    if (!isAsked) kill(process, SIGTERM);
  }
  const auto begin = std::chrono::steady_clock::now();
  for (std::vector<pid_t> left = living(); !left.empty(); left = living()) {
    const auto waited = std::chrono::steady_clock::now() - begin;
    if (waited > kGrace + kKillLimit) break;
    if (waited > kGrace)
      for (const pid_t process : left) kill(process, SIGKILL);
    std::this_thread::sleep_for(kPause);
  }
  shared.remove();
}

[[noreturn]] void guard(const Estate &estate, int pipe) {
  setsid();
  prctl(PR_SET_NAME, "lockstep-guard");
  closeAllBut(pipe);
  hold(estate.folders);
  const Word word = lastWord(pipe);
  if (word == Word::Dismissed) _exit(0);
  const std::uint64_t since = monotonicNow();
  endJob(estate.records, word == Word::None);  // at the tool's end the launcher was asked to terminate, see Job.cpp
  estate.settle(since, word == Word::Crashed);
  std::error_code error;
  for (const fs::path &folder : estate.folders) fs::remove_all(folder, error);
  _exit(0);
}

}  // namespace

CleanupProcess::CleanupProcess(const Estate &estate) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
  process_ = fork();
  if (process_ == 0) {
    close(ends[1]);
    guard(estate, ends[0]);
  }
  close(ends[0]);
  pipe_ = ends[1];
  if (process_ > 0) {
    crashPlan_.emplace(pipe_, process_, estate.afterCrash);
    return;
  }
  close(pipe_);
  process_ = 0;
}

CleanupProcess::~CleanupProcess() {
  if (process_ == 0) return;
  crashPlan_.reset();
  [[maybe_unused]] const ssize_t written = write(pipe_, "", 1);
  close(pipe_);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace lockstep::cli
