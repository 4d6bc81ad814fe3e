#include "report/formats/Markup.h"

#include <nlohmann/json.hpp>

namespace lockstep::report {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

/// Uses the JSON library, which replaces invalid UTF-8.
std::string validUtf8(std::string_view text) {
  const std::string json = nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return nlohmann::json::parse(json).get<std::string>();
}

/// XML cannot represent most control characters, nor U+FFFE and U+FFFF.
bool isForbidden(std::string_view character) {
  if (character.size() > 1) return character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf";
  const auto c = static_cast<unsigned char>(character.front());
  return c < 0x20U && c != '\t' && c != '\n' && c != '\r';
}

std::string escapeCharacter(std::string_view character) {
  if (isForbidden(character)) return std::string(kReplacement);
  switch (character.front()) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\r':
      return "&#13;";
    default:
      return std::string(character);
  }
}

}  // namespace

std::string markupText(std::string_view text) {
  const std::string valid = validUtf8(text);
  std::string escaped;
  for (std::size_t at = 0; at < valid.size();) {
    std::size_t end = at + 1;
    while (end < valid.size() && (static_cast<unsigned char>(valid[end]) & 0xc0U) == 0x80U) ++end;
    escaped += escapeCharacter(std::string_view(valid).substr(at, end - at));
    at = end;
  }
  return escaped;
}

}  // namespace lockstep::report
