#include "texttrace/TextWords.h"

#include <charconv>

namespace lockstep::engine {

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string_view takeUntil(std::string_view &text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  const std::string_view head = trim(text.substr(0, at));
  text = at == text.npos ? std::string_view{} : trim(text.substr(at + mark.size()));
  return head;
}

std::string_view takeWord(std::string_view &text) { return takeUntil(text, " "); }

std::optional<std::int64_t> asNumber(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::int64_t numberIn(std::string_view text) {
  const auto number = asNumber(text);
  if (!number) complain("'{}' is not a number", text);
  return *number;
}

}  // namespace lockstep::engine
