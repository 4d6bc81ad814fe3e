// The keys of LOCKSTEP_OPTIONS for a recorder that is preloaded without the tool; the other keys are for the tool.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "mpi/Launchers.h"
#include "runtime/sites/Stacks.h"
#include "trace/Nearest.h"
#include "trace/OptionKeys.h"

namespace lockstep::runtime {

/// The value of a key, the last one if it occurs several times; nothing if it is missing or empty.
inline std::optional<std::string_view> ownOption(std::string_view key) {
  std::optional<std::string_view> found;
  if (const char *variable = std::getenv(trace::kOptionsVariable))
    trace::forEachOption(variable, [&](const trace::OptionWords &words) {
      if (words.key == key && !words.value.empty()) found = words.value;
    });
  return found;
}

/// Set by the tool: the directory from which it reads the records.
inline const char *runDirectoryOfTool() { return std::getenv("LOCKSTEP_RUN_DIR"); }

/// The options are the same on all ranks, and so are their errors: one rank reports them.
inline void sayUnknownOptions() {
  const char *variable = std::getenv(trace::kOptionsVariable);
  if (variable == nullptr || !mpi::isFirstRank()) return;
  const char *effect = ownOption("trace") ? "it is passed over" : "this run is not recorded";
  trace::forEachOption(variable, [&](const trace::OptionWords &words) {
    const bool isOurs = words.key == "trace" || words.key == "trace-limit" || words.key == "stacks";
    if (isOurs && words.value.empty())
      fprintf(stderr, "lockstep: LOCKSTEP_OPTIONS: the key '%.*s' needs a value; %s\n",
              static_cast<int>(words.key.size()), words.key.data(), effect);
    if (words.key == "stacks" && !words.value.empty() && !isStacksWord(words.value))
      fprintf(stderr, "lockstep: LOCKSTEP_OPTIONS: stacks: '%.*s' is none of full, rare and none; it is passed over\n",
              static_cast<int>(words.value.size()), words.value.data());
    if (trace::isOptionKey(words.key)) return;
    const std::string_view meant = trace::nearest<std::string_view>(words.key, trace::kOptionKeys);
    fprintf(stderr, "lockstep: LOCKSTEP_OPTIONS: unknown key '%.*s'%s%.*s%s; %s\n", static_cast<int>(words.key.size()),
            words.key.data(), meant.empty() ? "" : " (did you mean '", static_cast<int>(meant.size()), meant.data(),
            meant.empty() ? "" : "'?)", effect);
  });
}

}  // namespace lockstep::runtime
