#include "report/text/FunctionName.h"

#include <algorithm>
#include <regex>
#include <utility>
#include <vector>

namespace lockstep::report {
namespace {

/// Without what compilers append to the names of functions that they split off or clone: "main.omp_outlined_debug__",
/// "solve(int) [clone ._omp_fn.0]", "solve() (.omp_outlined)", "sweep.constprop.0".
std::string withoutSuffix(std::string name) {
  static const std::regex kClone(R"((.+) (\[clone [^\]]*\]|\(\.[A-Za-z0-9_.]+\)))");
  static const std::regex kSuffix(
      R"((.+?)\.+(_?omp[A-Za-z0-9_]*|isra|constprop|part|cold|lto_priv|llvm|extracted|split|specialized)[.0-9]*)");
  std::smatch parts;
  while (std::regex_match(name, parts, kClone) || std::regex_match(name, parts, kSuffix)) name = parts[1].str();
  return name;
}

/// "main::$_0::operator()(int) const", "run()::{lambda(int)#1}::operator()(int) const", "run()::'lambda'(int)::..."
std::string ofLambda(const std::string &name) {
  static const std::regex kLambda(R"((.+?)::(\$_[0-9]+|\{lambda\(.*\)#[0-9]+\}|'lambda[0-9]*'(\([^)]*\))?)::.*)");
  std::smatch parts;
  return std::regex_match(name, parts, kLambda) ? "a lambda of " + parts[1].str() : name;
}

std::string ofFortran(const std::string &name) {
  static const std::regex kFlang("_Q(?:M([a-z0-9_]+))?(?:F[a-z0-9_]*)?P([a-z0-9_]+)");
  static const std::regex kGfortran("__([a-z0-9_]+)_MOD_([a-z0-9_]+)");
  std::smatch parts;
  if (!std::regex_match(name, parts, kFlang) && !std::regex_match(name, parts, kGfortran)) return name;
  return parts[1].matched ? parts[1].str() + "::" + parts[2].str() : parts[2].str();
}

/// Most are as in the source, and matching costs time. Names of endless template arguments are left alone.
bool mayBeMade(std::string_view name) {
  constexpr std::size_t kLongest = 2000;
  if (name.size() > kLongest) return false;
  return name.find_first_of(".$'{[") != std::string_view::npos || name.starts_with('_') || isFortranProgram(name);
}

/// Of older compilers, which do not say whose it is.
bool isNamelessRegion(std::string_view name) { return name.starts_with(".omp"); }

}  // namespace

bool isFortranProgram(std::string_view function) { return function == "_QQmain" || function == "MAIN__"; }

bool isOfLanguageRuntime(std::string_view function) {
  return function.starts_with("Fortran::runtime::") || function.starts_with("_Fortran") ||
         function.starts_with("_gfortran_");
}

std::string sourceFunction(std::string_view function) {
  if (!mayBeMade(function)) return std::string(function);
  if (isNamelessRegion(function)) return "a parallel region";
  const std::string name = withoutSuffix(std::string(function));
  if (isFortranProgram(name)) return std::string(kMainProgram);
  return ofLambda(ofFortran(name));
}

void nameFunctions(Site &site) {
  const auto isOfRegion = [](const std::string &raw, const std::string &shown) {
    return raw != shown && raw.find("omp") != std::string::npos;
  };
  std::vector<Frame> callers;
  std::string inner = site.function;  // as the compiler calls it
  site.function = sourceFunction(inner);
  std::string innerShown = site.function;
  for (Frame &frame : site.stack) {
    if (innerShown == kMainProgram) break;  // what calls it is the compiler's own
    const std::string raw = std::exchange(frame.function, sourceFunction(frame.function));
    const bool isSamePlace = !callers.empty() && frame.isSameAs(callers.back());
    const bool isOwnCall = isSamePlace && isOfRegion(inner, innerShown);
    inner = raw;
    innerShown = frame.function;
    if (!isOwnCall) callers.push_back(std::move(frame));
  }
  site.stack = std::move(callers);
}

}  // namespace lockstep::report
