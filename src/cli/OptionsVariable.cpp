#include "cli/OptionsVariable.h"

#include <cstdlib>
#include <sstream>

namespace lockstep::cli {

std::vector<OptionEntry> entriesOfOptionsVariable() {
  const char *value = std::getenv("LOCKSTEP_OPTIONS");
  if (!value) return {};

  std::vector<OptionEntry> entries;
  std::istringstream words(value);
  for (std::string word; std::getline(words, word, ':');) {
    if (word.empty()) continue;
    const std::size_t equals = word.find('=');
    entries.push_back({word.substr(0, equals), equals == std::string::npos ? "" : word.substr(equals + 1)});
  }
  return entries;
}

}  // namespace lockstep::cli
