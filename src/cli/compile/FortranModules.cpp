#include "cli/compile/FortranModules.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <regex>
#include <string_view>

#include <fmt/format.h>

#include "cli/base/Installation.h"
#include "cli/base/Process.h"
#include "cli/base/TemporaryDirectory.h"

namespace lockstep::cli {

namespace fs = std::filesystem;

namespace {

/// What the group of the expression is in the lines that match it, in lower case.
std::set<std::string> namesIn(const fs::path &source, const std::regex &expression, std::string_view firstLetters) {
  std::set<std::string> names;
  std::ifstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    std::smatch match;
    if (line.find_first_of(firstLetters) == std::string::npos || !std::regex_match(line, match, expression)) continue;
    std::string name = match[1];
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    names.insert(name);
  }
  return names;
}

}  // namespace

std::set<std::string> usedModules(const fs::path &source) {
  static const std::regex kUse(R"(^\s*use\s*(?:,\s*(?:non_)?intrinsic\s*)?(?:::)?\s*(\w+)\s*(?:,.*|!.*|;.*)?$)",
                               std::regex::icase | std::regex::optimize);
  static const std::regex kSubmodule(R"(^\s*submodule\s*\(\s*(\w+).*$)", std::regex::icase | std::regex::optimize);
  std::set<std::string> modules = namesIn(source, kUse, "uU");
  modules.merge(namesIn(source, kSubmodule, "sS"));
  return modules;
}

std::set<std::string> definedModules(const fs::path &source) {
  static const std::regex kModule(R"(^\s*module\s+(\w+)\s*(?:!.*|;.*)?$)", std::regex::icase | std::regex::optimize);
  return namesIn(source, kModule, "mM");
}

fs::path flangModules(MpiFlavor flavor) {
  const fs::path folder = libraryDirectory() / "flang" / name(flavor);
  std::error_code error;
  return fs::exists(folder / "mpi.mod", error) ? folder : fs::path();
}

std::string unreadableByFlang(const fs::path &text, MpiFlavor flavor) {
  const std::set<std::string> modules = usedModules(text);
  if (modules.contains("mpi_f08")) return "mpi_f08";
  return modules.contains("mpi") && flangModules(flavor).empty() ? "mpi" : "";
}

std::string unreadableModule(const fs::path &source, std::vector<std::string> byFlang, const fs::path &directory,
                             const std::function<std::string(const fs::path &)> &judge) {
  const std::string module = judge(source);
  if (module.empty()) return {};
  const TemporaryDirectory scratch(temporaryFolder());
  const fs::path text = scratch.path() / "preprocessed.f90";
  byFlang.insert(byFlang.end(), {"-E", "-o", text.string()});
  const std::optional<int> status =
      runProcess(byFlang, {.environment = {}, .directory = directory, .errors = "/dev/null"});
  return status == 0 ? judge(text) : module;
}

std::string describeUnreadable(const std::string &source, const std::string &module) {
  return fmt::format("{} uses the module {}, which flang cannot read", source, module);
}

}  // namespace lockstep::cli
