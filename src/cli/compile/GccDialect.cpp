#include "cli/compile/GccDialect.h"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <string_view>

namespace lockstep::cli {

namespace {

using Words = std::vector<std::string>;

/// Errors of clang 19 by default that gcc 12 accepts with a warning.
constexpr std::array kWarningsOfC{
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
};

/// The quoted word behind one of clang's complaints about its command line; empty for other messages.
std::string refusedOption(const std::string &line) {
  for (const std::string_view complaint : {"error: unknown argument: '", "error: unknown argument '",
                                           "error: unsupported option '", "error: unsupported argument '"}) {
    const std::size_t at = line.find(complaint);
    if (at == std::string::npos) continue;
    const std::size_t begin = at + complaint.size();
    return line.substr(begin, line.find('\'', begin) - begin);
  }
  return {};
}

std::set<std::string> refusedOptions(const std::string &messages) {
  std::set<std::string> refused;
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);)
    if (std::string option = refusedOption(line); !option.empty()) refused.insert(std::move(option));
  return refused;
}

}  // namespace

Words warningsInsteadOfErrors(bool isC) {
  Words flags{"-Wno-error", "-Wno-unknown-warning-option"};
  if (isC)
    flags.insert(flags.end(), kWarningsOfC.begin(), kWarningsOfC.end());
  else
    flags.emplace_back("-Wno-error=c++11-narrowing");
  return flags;
}

CompilerRun attemptWithKnownOptions(Words words, const ProcessOptions &options) {
  CompilerRun run = attempt(words, options);
  if (run.status == 0) return run;
  const std::set<std::string> refused = refusedOptions(run.errors);
  if (std::erase_if(words, [&](const std::string &word) { return refused.contains(word); }) == 0) return run;
  return attempt(words, options);
}

}  // namespace lockstep::cli
