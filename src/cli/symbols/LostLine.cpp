#include "cli/symbols/LostLine.h"

#include <algorithm>
#include <cctype>

namespace lockstep::cli {
namespace {

char lower(char letter) { return static_cast<char>(std::tolower(static_cast<unsigned char>(letter))); }

bool isWordLetter(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

bool names(std::string_view line, std::string_view routine) {
  line = line.substr(0, line.find('!'));
  const auto isSame = [](char a, char b) { return lower(a) == lower(b); };
  const auto at = std::search(line.begin(), line.end(), routine.begin(), routine.end(), isSame);
  if (at == line.end()) return false;
  const auto end = at + static_cast<std::ptrdiff_t>(routine.size());
  return end == line.end() || !isWordLetter(*end);
}

}  // namespace

std::optional<unsigned> findLostLine(report::SourceText &source, const std::string &file, unsigned after,
                                     std::optional<unsigned> before, std::string_view routine) {
  std::optional<unsigned> found;
  for (unsigned number = after + 1; !before || number < *before; ++number) {
    const auto line = source.line(file, number);
    if (!line) break;
    if (!names(*line, routine)) continue;
    if (found) return std::nullopt;
    found = number;
  }
  return found;
}

}  // namespace lockstep::cli
