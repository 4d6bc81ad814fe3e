#include "cli/Nearest.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>

namespace lockstep::cli {

namespace {

/// Letters that may be wrong: one in three, and one of a short word.
unsigned tolerance(std::string_view word) { return std::max(1U, static_cast<unsigned>(word.size()) / 3); }

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string> &candidates) {
  if (word.size() <= 2) return {};  // near to every other one
  std::string best;
  unsigned least = std::numeric_limits<unsigned>::max();
  for (const std::string &candidate : candidates) {
    const unsigned distance = llvm::StringRef(word).edit_distance(candidate);
    const bool isNear = distance <= tolerance(word) || std::ranges::is_permutation(word, candidate);  // "rnu"
    if (!isNear || distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

std::string didYouMean(std::string_view word, const std::vector<std::string> &candidates) {
  const std::string found = nearest(word, candidates);
  return found.empty() ? "" : fmt::format("; did you mean '{}'?", found);
}

}  // namespace lockstep::cli
