#include "cli/base/Nearest.h"

#include <fmt/format.h>

#include "trace/Nearest.h"

namespace lockstep::cli {

std::string nearest(std::string_view word, const std::vector<std::string> &candidates) {
  return std::string(trace::nearest<std::string>(word, candidates));
}

std::string didYouMean(std::string_view word, const std::vector<std::string> &candidates) {
  const std::string found = nearest(word, candidates);
  return found.empty() ? "" : fmt::format("; did you mean '{}'?", found);
}

}  // namespace lockstep::cli
