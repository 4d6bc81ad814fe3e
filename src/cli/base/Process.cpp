#include "cli/base/Process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace lockstep::cli {

namespace {

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  FileActions(const FileActions &) = delete;
  FileActions &operator=(const FileActions &) = delete;
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  posix_spawn_file_actions_t *get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

std::vector<char *> pointers(std::vector<std::string> &words) {
  std::vector<char *> result;
  for (std::string &word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environmentWith(const std::map<std::string, std::string> &changes) {
  std::vector<std::string> result;
  for (char **entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    if (!changes.contains(text.substr(0, text.find('=')))) result.push_back(text);
  }
  for (const auto &[name, value] : changes) result.push_back(name + "=" + value);
  return result;
}

std::optional<pid_t> spawn(std::vector<std::string> words, std::vector<std::string> environment, FileActions &actions) {
  pid_t process = 0;
  const std::vector<char *> arguments = pointers(words);
  const std::vector<char *> variables = pointers(environment);
  const int error =
      posix_spawnp(&process, arguments.front(), actions.get(), nullptr, arguments.data(), variables.data());
  return error == 0 ? std::optional(process) : std::nullopt;
}

int waitFor(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::optional<int> runProcess(const std::vector<std::string> &words, const ProcessOptions &options) {
  FileActions actions;
  if (!options.directory.empty()) posix_spawn_file_actions_addchdir_np(actions.get(), options.directory.c_str());
  if (!options.errors.empty())
    posix_spawn_file_actions_addopen(actions.get(), STDERR_FILENO, options.errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
  const std::optional<pid_t> process = spawn(words, environmentWith(options.environment), actions);
  return process ? std::optional(waitFor(*process)) : std::nullopt;
}

std::optional<std::string> outputOf(const std::vector<std::string> &words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  FileActions actions;
  posix_spawn_file_actions_adddup2(actions.get(), ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(actions.get(), STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const std::optional<pid_t> process = spawn(words, environmentWith({}), actions);
  close(ends[1]);
  std::string output;
  char buffer[4096];
  for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    output.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  if (!process || waitFor(*process) != 0) return std::nullopt;
  return output;
}

}  // namespace lockstep::cli
