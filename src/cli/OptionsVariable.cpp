#include "cli/OptionsVariable.h"

#include <cstdlib>

#include "trace/OptionKeys.h"

namespace lockstep::cli {

std::vector<OptionEntry> entriesOfOptionsVariable() {
  std::vector<OptionEntry> entries;
  if (const char *value = std::getenv(trace::kOptionsVariable))
    trace::forEachOption(value, [&](const trace::OptionWords &words) {
      entries.push_back({std::string(words.key), std::string(words.value)});
    });
  return entries;
}

}  // namespace lockstep::cli
