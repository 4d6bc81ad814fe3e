#include "cli/Attempt.h"

#include <fstream>
#include <iterator>
#include <sstream>

#include "cli/Command.h"
#include "cli/TemporaryDirectory.h"

namespace lockstep::cli {

namespace fs = std::filesystem;

Attempt attempt(const std::vector<std::string> &words, ProcessOptions options) {
  const TemporaryDirectory scratch(fs::temp_directory_path());
  options.errors = scratch.path() / "errors";
  const std::optional<int> status = runProcess(words, options);
  if (!status) throw usageError("cannot start {}", words.front());
  std::ifstream stream(options.errors);
  return {.status = *status, .errors = {std::istreambuf_iterator<char>(stream), {}}};
}

int show(const Attempt &attempt) {
  fmt::print(stderr, "{}", attempt.errors);
  return attempt.status;
}

bool refusesOption(const Attempt &byFlang) {
  return byFlang.errors.find("unknown argument") != std::string::npos ||
         byFlang.errors.find("unsupported option") != std::string::npos;
}

std::string refusalOf(const Attempt &byFlang) {
  const std::string first = byFlang.errors.substr(0, byFlang.errors.find('\n'));
  std::istringstream lines(byFlang.errors);
  for (std::string line; std::getline(lines, line);) {
    const bool isHeading = line.starts_with("error: Semantic errors in") || line.starts_with("error: Could not parse");
    if (!isHeading && line.find("error:") != std::string::npos) return line;
  }
  return first.empty() ? fmt::format("status {}", byFlang.status) : first;
}

}  // namespace lockstep::cli
