#include "engine/calls/Failure.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "trace/Parts.h"

namespace lockstep::engine {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n.") + 1 - first);
}

/// MPICH prints an error stack with one line per function, arguments and addresses; the cause is at the end, after the
/// name of the function that detected it.
std::string_view causeIn(std::string_view words) {
  constexpr std::string_view kStack = ", error stack:";
  const std::size_t stack = words.find(kStack);
  if (stack == std::string_view::npos) return trimmed(words.substr(0, words.find('\n')));
  const std::string_view lines = trimmed(words.substr(stack + kStack.size()));
  const std::string_view last = lines.substr(lines.rfind('\n') + 1);
  const std::size_t function = last.find("): ") != std::string_view::npos ? last.find("): ") : last.find(".: ");
  const bool isCause = function != std::string_view::npos && last.find("0x") == std::string_view::npos;
  return trimmed(isCause ? last.substr(function + 3) : words.substr(0, stack));
}

struct ClassRule {
  std::string_view errorClass;
  std::string_view rule;
};
constexpr ClassRule kClassRules[] = {
#define MPI_ERROR_CLASS(name, rule) {"MPI_" #name, rule},
#include "mpi/ErrorClasses.def"
#undef MPI_ERROR_CLASS
};

}  // namespace

Failure::Failure(const trace::Failure &record)
    : isFatal(record.isFatal != 0),
      isUnused(record.isUnused != 0),
      time(record.time),
      errorClass(trace::errorClass(record)),
      words(trace::words(record)) {}

/// The version string of MPICH has many lines; the first one is "MPICH Version:" and the number.
Misplaced::Misplaced(const trace::Misplaced &record)
    : distance(static_cast<std::int64_t>(record.placed - record.given)) {
  const std::string_view text = trace::version(record);
  library = text.substr(0, text.find_first_of(",\n"));
  if (const std::size_t words = library.find(" Version:"); words != std::string::npos)
    library = fmt::format("{} {}", library.substr(0, words), trimmed(library.substr(words + 9)));
}

std::string Failure::saying() const {
  const std::string_view cause = causeIn(words);
  if (errorClass.empty() || cause.starts_with(errorClass)) return std::string(cause);
  return cause.empty() ? errorClass : fmt::format("{}: {}", errorClass, cause);
}

std::optional<report::Rule> Failure::rule() const {
  const auto *known = std::ranges::find(kClassRules, errorClass, &ClassRule::errorClass);
  if (known == std::end(kClassRules) || known->rule.empty()) return std::nullopt;
  return report::findRule(known->rule);
}

}  // namespace lockstep::engine
