#include "report/formats/JsonError.h"

#include <algorithm>

#include <fmt/format.h>

namespace lockstep::report {

namespace {

std::string placeOf(std::size_t byte, std::string_view text) {
  const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
  const std::size_t lineStart = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("line {}, column {}", std::ranges::count(before, '\n') + 1, before.size() - lineStart + 1);
}

}  // namespace

std::string describeJsonError(const nlohmann::json::exception &error, std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return "it is empty";
  if (const auto *broken = dynamic_cast<const nlohmann::json::parse_error *>(&error))
    return fmt::format("broken JSON at {}", placeOf(broken->byte, text));
  if (dynamic_cast<const nlohmann::json::type_error *>(&error)) return "an entry is of another type";
  std::string_view message = error.what();  // "[json.exception.out_of_range.403] key 'schema' not found"
  if (const std::size_t end = message.find("] "); message.starts_with('[') && end != std::string_view::npos)
    message.remove_prefix(end + 2);
  return std::string(message);
}

}  // namespace lockstep::report
