#include "report/text/NotJudgedText.h"

#include <algorithm>

#include <fmt/format.h>

namespace lockstep::report {

namespace {

constexpr std::size_t kShownBriefly = 2;

/// "solve behind line 84"; empty for the program.
std::string scopeOf(const NotJudged &place) {
  if (place.line == 0) return place.function;
  return fmt::format("{} behind line {}", place.function, place.line);
}

}  // namespace

std::string describe(const NotJudged &place) {
  const std::string scope = scopeOf(place);
  return scope.empty() ? place.reason : fmt::format("{}: {}", scope, place.reason);
}

std::string briefly(const std::vector<NotJudged> &places) {
  std::string text;
  const std::size_t shown = std::min(places.size(), kShownBriefly);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string scope = scopeOf(places[i]);
    text += i == 0 ? "" : ", ";
    text += scope.empty() ? places[i].reason : fmt::format("{} ({})", scope, places[i].reason);
  }
  if (shown < places.size()) text += fmt::format(" and {} more (-v)", places.size() - shown);
  return text;
}

std::string lines(const std::vector<NotJudged> &places, const ShownPath &paths) {
  std::string text;
  for (const NotJudged &place : places) {
    const std::string file = place.file.empty() ? "" : paths(place.file) + ": ";
    text += fmt::format("lockstep: not judged: {}{}\n", file, describe(place));
  }
  return text;
}

}  // namespace lockstep::report
