#include "report/text/Snippet.h"

#include <algorithm>
#include <vector>

namespace lockstep::report {
namespace {

constexpr std::size_t kTabStop = 8;
constexpr std::size_t kLeastWidth = 20;
constexpr std::string_view kCut = "...";

bool continuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }
bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20U || c == 0x7f; }

/// The line as terminal cells, one per character (of one or more bytes).
struct Cells {
  std::vector<std::string> text;
  std::size_t caret = 0;
};

Cells cellsOf(std::string_view line, std::size_t column) {
  Cells cells;
  for (std::size_t byte = 0; byte < line.size(); ++byte) {
    if (continuesCharacter(line[byte]) && !cells.text.empty()) {
      cells.text.back() += line[byte];
      continue;
    }
    if (byte < column) cells.caret = cells.text.size();
    const bool isTab = line[byte] == '\t';
    const std::size_t count = isTab ? kTabStop - cells.text.size() % kTabStop : 1;
    cells.text.insert(cells.text.end(), count, isControl(line[byte]) ? " " : std::string(1, line[byte]));
  }
  return cells;
}

std::string join(const Cells &cells, std::size_t first, std::size_t end) {
  std::string text;
  for (std::size_t i = first; i < end; ++i) text += cells.text[i];
  return text;
}

}  // namespace

Snippet snippet(std::string_view line, std::size_t column, std::size_t width) {
  const std::size_t last = line.find_last_not_of(" \t\r");
  if (last == std::string_view::npos) return {};
  line = line.substr(0, last + 1);
  if (column == 0) column = line.find_first_not_of(" \t") + 1;

  const Cells cells = cellsOf(line, column);
  if (width > 0) width = std::max(width, kLeastWidth);
  if (width == 0 || cells.text.size() <= width) return {join(cells, 0, cells.text.size()), cells.caret};

  // The caret is in the middle of the visible part, unless the line begins or ends there.
  const std::size_t first = std::min(cells.caret - std::min(cells.caret, width / 2), cells.text.size() - width);
  const bool cutBefore = first > 0;
  const bool cutAfter = first + width < cells.text.size();
  const std::size_t from = first + (cutBefore ? kCut.size() : 0);
  const std::size_t to = first + width - (cutAfter ? kCut.size() : 0);
  return {std::string(cutBefore ? kCut : "") + join(cells, from, to) + std::string(cutAfter ? kCut : ""),
          cells.caret - first};
}

}  // namespace lockstep::report
