// Enumerators by name: the inverse of the `name` functions, which are switches so that the compiler finds a missing
// case.
#pragma once

#include <optional>
#include <string_view>

namespace lockstep::report {

template <class Enum>
std::optional<Enum> findWord(std::string_view word, Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i)
    if (name(static_cast<Enum>(i)) == word) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace lockstep::report
