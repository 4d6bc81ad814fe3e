#include "cli/run/Job.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <thread>
#include <utility>

namespace lockstep::cli {

namespace {

using namespace std::chrono_literals;

// mpirun of Open MPI takes more than 2 s to end ranks that spin; killed before, it leaves its session folder.
constexpr int kGraceMilliseconds = 5000;
constexpr auto kKillLimit = 5s;  // a process that hangs in the kernel ends only when the kernel releases it

struct ProcessState {
  pid_t parent = 0;
  char state = 'X';
};

std::optional<ProcessState> stateOf(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text, '\0');  // does not throw when the process ends in between, as a stream's iterators do
  // The name in parentheses may contain parentheses and blanks: the fields begin after the last one.
  const std::size_t name = text.rfind(") ");
  if (name == std::string::npos) return std::nullopt;
  ProcessState result;
  if (std::sscanf(text.c_str() + name + 2, "%c %d", &result.state, &result.parent) != 2) return std::nullopt;
  return result;
}

std::vector<pid_t> allProcesses() {
  std::vector<pid_t> processes;
  const std::unique_ptr<DIR, int (*)(DIR *)> folder(opendir("/proc"), &closedir);
  if (!folder) return processes;
  while (const dirent *entry = readdir(folder.get()))
    if (const int pid = std::atoi(entry->d_name); pid > 0) processes.push_back(pid);
  return processes;
}

/// Everything below this process but one, without the zombies among it.
std::vector<pid_t> descendants(pid_t spared) {
  std::map<pid_t, std::vector<pid_t>> children;
  for (const pid_t process : allProcesses())
    if (const auto state = stateOf(process)) children[state->parent].push_back(process);

  std::vector<pid_t> found;
  std::vector<pid_t> open{getpid()};
  while (!open.empty()) {
    const pid_t parent = open.back();
    open.pop_back();
    for (const pid_t child : children[parent]) {
      if (child == spared) continue;
      open.push_back(child);
      if (isAlive(child)) found.push_back(child);
    }
  }
  return found;
}

/// Everything is prepared before fork, where allocation is allowed.
struct ExecImage {
  std::vector<std::string> environmentWords;
  std::vector<char *> arguments;
  std::vector<char *> environment;

  explicit ExecImage(const Launch &launch) {
    for (const std::string &word : launch.words) arguments.push_back(const_cast<char *>(word.c_str()));
    arguments.push_back(nullptr);

    for (char **entry = environ; *entry; ++entry) {
      const std::string word = *entry;
      if (!launch.environment.contains(word.substr(0, word.find('=')))) environmentWords.push_back(word);
    }
    for (const auto &[name, value] : launch.environment) environmentWords.push_back(name + "=" + value);
    for (std::string &word : environmentWords) environment.push_back(word.data());
    environment.push_back(nullptr);
  }
};

/// In the child: becomes the launcher, or writes errno into the pipe.
[[noreturn]] void becomeLauncher(const ExecImage &image, pid_t parent, int errorPipe) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(127);  // we were killed before the line above took effect
  execvpe(image.arguments.front(), image.arguments.data(), image.environment.data());
  const int error = errno;
  [[maybe_unused]] const auto written = write(errorPipe, &error, sizeof error);
  _exit(127);
}

/// kill() interprets 0, 1 and negative numbers as groups of processes, which the tool never signals.
void signalProcess(pid_t process, int number) {
  if (process > 1) kill(process, number);
}

LauncherEnd endFromWaitStatus(int status) {
  if (WIFSIGNALED(status)) return {.status = 128 + WTERMSIG(status), .signal = WTERMSIG(status)};
  return {.status = WEXITSTATUS(status), .signal = 0};
}

}  // namespace

bool isAlive(pid_t process) {
  const auto state = stateOf(process);
  return state && state->state != 'Z' && state->state != 'X';
}

std::optional<std::string> environmentOf(pid_t process, const std::string &name) {
  std::ifstream file("/proc/" + std::to_string(process) + "/environ", std::ios::binary);
  const std::string wanted = name + "=";
  for (std::string word; std::getline(file, word, '\0');)
    if (word.starts_with(wanted)) return word.substr(wanted.size());
  return std::nullopt;
}

bool hasInEnvironment(pid_t process, const std::string &name, const std::string &value) {
  return environmentOf(process, name) == value;
}

std::vector<pid_t> processesWith(const std::string &name, const std::string &value) {
  std::vector<pid_t> found;
  for (const pid_t process : allProcesses())
    if (process != getpid() && isAlive(process) && hasInEnvironment(process, name, value)) found.push_back(process);
  return found;
}

tl::expected<Job, std::string> Job::start(const Launch &launch) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return tl::unexpected(std::string(std::strerror(errno)));

  const ExecImage image(launch);
  const pid_t parent = getpid();
  const pid_t launcher = fork();
  const int forkError = errno;
  if (launcher == 0) becomeLauncher(image, parent, ends[1]);
  close(ends[1]);
  int error = launcher < 0 ? forkError : 0;
  [[maybe_unused]] const auto got = read(ends[0], &error, sizeof error);  // nothing comes when exec succeeds
  close(ends[0]);
  if (error == 0) {
    const auto runDirectory = launch.environment.find(kRunDirectoryVariable);
    return Job(launcher, runDirectory == launch.environment.end() ? "" : runDirectory->second, launch);
  }

  if (launcher > 0) waitpid(launcher, nullptr, 0);
  return tl::unexpected(std::string(std::strerror(error)));
}

Job::Job(Job &&other) noexcept
    : launcher_(std::exchange(other.launcher_, kNone)),
      runDirectory_(std::move(other.runDirectory_)),
      asksNicely_(other.asksNicely_),
      guardian_(other.guardian_),
      end_(other.end_),
      shared_(std::move(other.shared_)) {}

Job::~Job() {
  if (launcher_ != kNone) terminate({});
}

std::optional<LauncherEnd> Job::ended() {
  int status = 0;
  while (const pid_t process = waitpid(-1, &status, WNOHANG)) {
    if (process < 0) break;
    if (process == launcher_) end_ = endFromWaitStatus(status);
  }
  return end_;
}

void Job::signal(int number) const {
  if (!end_) signalProcess(launcher_, number);
}

bool Job::waitFor(int milliseconds) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  while (!ended() && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(5ms);
  return end_.has_value();
}

/// The process id may have been reused; the name of the run directory identifies our processes.
bool Job::isOurs(pid_t process) const {
  return isAlive(process) && hasInEnvironment(process, kRunDirectoryVariable, runDirectory_);
}

std::vector<pid_t> Job::living(std::span<const pid_t> ranks) const {
  std::vector<pid_t> found = descendants(guardian_);
  std::ranges::copy_if(ranks, std::back_inserter(found), [&](pid_t process) { return isOurs(process); });
  return found;
}

void Job::expectEnd(std::span<const pid_t> ranks) {
  for (const pid_t process : living(ranks)) shared_.note(process);
}

void Job::terminate(std::span<const pid_t> ranks) {
  expectEnd(ranks);
  if (asksNicely_) {
    signal(SIGTERM);
    waitFor(kGraceMilliseconds);
  }

  // A killed process's children become ours, and a dying one may still fork: repeat until the tree is empty.
  const auto limit = std::chrono::steady_clock::now() + kKillLimit;
  while (std::chrono::steady_clock::now() < limit) {
    const std::vector<pid_t> left = living(ranks);
    if (ended() && left.empty()) break;
    for (const pid_t process : left) signalProcess(process, SIGKILL);
    std::this_thread::sleep_for(2ms);
  }
  shared_.remove();
}

}  // namespace lockstep::cli
