#include "report/text/FunctionName.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <regex>
#include <utility>
#include <vector>

namespace lockstep::report {
namespace {

/// Removes the suffixes of outlined and cloned functions: "main.omp_outlined_debug__", "solve(int) [clone ._omp_fn.0]",
/// "solve() (.omp_outlined)", "sweep.constprop.0".
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

/// Most names are as in the source, and matching is slow. Extremely long template names are left alone.
bool mayBeMade(std::string_view name) {
  constexpr std::size_t kLongest = 2000;
  if (name.size() > kLongest) return false;
  return name.find_first_of(".$'{[") != std::string_view::npos || name.starts_with('_') || isFortranProgram(name);
}

/// The body and the entry of a task: ".omp_outlined..1", ".omp_task_entry.". A region goes by its function.
bool isTask(std::string_view name) { return name.starts_with(".omp"); }

/// The entry of a task is called by the OpenMP runtime, and calls the body.
bool isCallOfTask(std::string_view entry, std::string_view body) {
  return entry.starts_with(".omp_task_entry") && isTask(body);
}

/// "__omp_offloading_fe00_a7429a__Z3runi_l14_debug__"
std::string ofTarget(const std::string &name) {
  static const std::regex kTarget("__omp_offloading_[0-9a-f]+_[0-9a-f]+_(.+)_l[0-9]+(_debug__)?");
  std::smatch parts;
  if (!std::regex_match(name, parts, kTarget)) return name;
  const std::string inside = parts[1].str();
  const std::unique_ptr<char, decltype(&std::free)> plain(
      abi::__cxa_demangle(inside.c_str(), nullptr, nullptr, nullptr), &std::free);
  return inside.starts_with("_Z") && plain ? plain.get() : inside;
}

}  // namespace

bool isFortranProgram(std::string_view function) { return function == "_QQmain" || function == "MAIN__"; }

bool isOfLanguageRuntime(std::string_view function) {
  return function.starts_with("Fortran::runtime::") || function.starts_with("_Fortran") ||
         function.starts_with("_gfortran_");
}

std::string sourceFunction(std::string_view function) {
  if (!mayBeMade(function)) return std::string(function);
  if (isTask(function)) return std::string(kTask);
  const std::string name = ofTarget(withoutSuffix(std::string(function)));
  if (isFortranProgram(name)) return std::string(kMainProgram);
  return ofLambda(ofFortran(name));
}

void nameFunctions(Site &site) {
  const auto isOfRegion = [](const std::string &raw, const std::string &shown) {
    return raw != shown && raw.find("omp") != std::string::npos;
  };
  std::vector<Frame> callers;
  std::string inner = site.function;  // as named by the compiler
  site.function = sourceFunction(inner);
  std::string innerShown = site.function;
  for (Frame &frame : site.stack) {
    if (innerShown == kMainProgram) break;  // its caller is compiler-generated
    const std::string raw = std::exchange(frame.function, sourceFunction(frame.function));
    const bool isSamePlace = !callers.empty() && frame.isSameAs(callers.back());
    const bool isOwnCall = (isSamePlace && isOfRegion(inner, innerShown)) || isCallOfTask(raw, inner);
    inner = raw;
    innerShown = frame.function;
    if (!isOwnCall) callers.push_back(std::move(frame));
  }
  site.stack = std::move(callers);
}

}  // namespace lockstep::report
