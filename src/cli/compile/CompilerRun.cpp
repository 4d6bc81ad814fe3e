#include "cli/compile/CompilerRun.h"

#include <regex>
#include <sstream>

#include "cli/Command.h"
#include "cli/base/Log.h"
#include "cli/base/TemporaryDirectory.h"
#include "report/text/WholeFile.h"

namespace lockstep::cli {

CompilerRun attempt(const std::vector<std::string> &words, ProcessOptions options) {
  const TemporaryDirectory scratch(temporaryFolder());
  options.errors = scratch.path() / "errors";
  const std::optional<int> status = runProcess(words, options);
  if (!status) throw usageError("cannot start {}", words.front());
  return {.status = *status, .errors = report::readWholeFile(options.errors).value_or("")};
}

int show(const CompilerRun &attempt) {
  say("{}", attempt.errors);
  return attempt.status;
}

bool refusesOption(const CompilerRun &byFlang) {
  return byFlang.errors.find("unknown argument") != std::string::npos ||
         byFlang.errors.find("unsupported option") != std::string::npos;
}

bool cannotReadModule(const CompilerRun &byGfortran) {
  return byGfortran.status != 0 && byGfortran.errors.find("not a GNU Fortran module file") != std::string::npos;
}

std::string foreignModuleOf(const CompilerRun &attempt) {
  static const std::regex kByGfortran(R"((\w+)\.mod.* is not a GNU Fortran module file)");
  static const std::regex kByFlang(R"(Cannot read module file for module '(\w+)')");
  std::smatch match;
  const bool isTold = attempt.status != 0 && (std::regex_search(attempt.errors, match, kByGfortran) ||
                                              std::regex_search(attempt.errors, match, kByFlang));
  return isTold ? match[1].str() : std::string();
}

std::string refusalOf(const CompilerRun &byFlang) {
  const std::string first = byFlang.errors.substr(0, byFlang.errors.find('\n'));
  std::istringstream lines(byFlang.errors);
  for (std::string line; std::getline(lines, line);) {
    const bool isHeading = line.starts_with("error: Semantic errors in") || line.starts_with("error: Could not parse");
    if (!isHeading && line.find("error:") != std::string::npos) return line;
  }
  return first.empty() ? fmt::format("status {}", byFlang.status) : first;
}

}  // namespace lockstep::cli
