// The words of a textual trace: splitting a line, and reporting errors in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace lockstep::engine {

/// Thrown inside the parser only, which turns it into a TextError with the line.
struct Complaint {
  std::string what;
};

template <class... Arguments>
[[noreturn]] void complain(fmt::format_string<Arguments...> format, Arguments &&...arguments) {
  throw Complaint{fmt::format(format, std::forward<Arguments>(arguments)...)};
}

std::string_view trim(std::string_view text);
/// Cuts the text at the first `mark`; the rest moves to `text`, which becomes empty when there is none.
std::string_view takeUntil(std::string_view &text, std::string_view mark);
std::string_view takeWord(std::string_view &text);

std::optional<std::int64_t> asNumber(std::string_view text);
std::int64_t numberIn(std::string_view text);

}  // namespace lockstep::engine
