#include "report/text/Wrap.h"

#include <algorithm>

namespace lockstep::report {
namespace {

constexpr std::size_t kIndent = 6;
constexpr std::size_t kLeastWidth = 20;

/// Display columns of the text: escape sequences (ESC [ ... letter) and continuation bytes of a character count zero.
std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  bool inEscape = false;
  for (const char c : text) {
    if (c == '\x1b') inEscape = true;
    const bool continuesCharacter = (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
    if (!inEscape && !continuesCharacter) ++count;
    if (inEscape && ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))) inEscape = false;
  }
  return count;
}

}  // namespace

std::string wrap(std::string_view line, std::size_t width) {
  if (width == 0 || columns(line) <= width) return std::string(line);
  width = std::max(width, kLeastWidth);

  const std::size_t margin = std::min(line.find_first_not_of(' '), line.size());
  std::string text(line.substr(0, margin));
  std::size_t used = margin;
  for (std::size_t from = margin; from < line.size();) {
    const std::size_t end = std::min(line.find(' ', from), line.size());
    const std::string_view word = line.substr(from, end - from);
    const bool isFirst = from == margin;
    const bool fits = used + 1 + columns(word) <= width;
    if (!isFirst) text += fits ? " " : '\n' + std::string(kIndent, ' ');
    if (!isFirst) used = fits ? used + 1 : kIndent;
    text += word;
    used += columns(word);
    from = end + 1;
  }
  return text;
}

}  // namespace lockstep::report
