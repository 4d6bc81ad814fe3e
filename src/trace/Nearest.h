// The most similar known word for a mistyped one. For the tool, and for the stub, which has no C++ library.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace lockstep::trace {

inline constexpr std::size_t kLongestWord = 64;  // longer ones are near to nothing

/// Number of letters to change, add or remove to turn one into the other; neither is longer than kLongestWord.
constexpr std::size_t editDistance(std::string_view from, std::string_view to) {
  std::array<std::size_t, kLongestWord + 1> row{};  // from a beginning of `from` to each beginning of `to`
  for (std::size_t j = 0; j <= to.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[to.size()];
}

/// Empty where none is near. One letter in three may be wrong, one of a short word, or any two that were swapped.
template <class Word>
constexpr std::string_view nearest(std::string_view word, std::span<const Word> candidates) {
  if (word.size() <= 2 || word.size() > kLongestWord) return {};  // the short ones are near to every other one
  std::string_view best;
  std::size_t least = kLongestWord + 1;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > kLongestWord) continue;
    const std::size_t distance = editDistance(word, candidate);
    const bool isNear = distance <= std::max<std::size_t>(1, word.size() / 3) ||
                        std::is_permutation(word.begin(), word.end(), candidate.begin(), candidate.end());  // "rnu"
    if (!isNear || distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

}  // namespace lockstep::trace
