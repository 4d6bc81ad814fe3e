// What LOCKSTEP_OPTIONS says to a recorder that was preloaded without the tool around it; its other keys are the
// tool's.
#pragma once

#include <cstdlib>
#include <optional>
#include <string_view>

namespace lockstep::runtime {

/// The value of a key, the last one where it stands there several times; nothing where it is missing or empty.
inline std::optional<std::string_view> ownOption(std::string_view key) {
  const char *variable = std::getenv("LOCKSTEP_OPTIONS");
  if (variable == nullptr) return std::nullopt;
  std::optional<std::string_view> found;
  for (std::string_view left = variable; !left.empty();) {
    const std::string_view entry = left.substr(0, left.find(':'));
    left.remove_prefix(entry.size() < left.size() ? entry.size() + 1 : entry.size());
    const bool isIt = entry.size() > key.size() + 1 && entry.starts_with(key) && entry[key.size()] == '=';
    if (isIt) found = entry.substr(key.size() + 1);
  }
  return found;
}

/// Set by the tool: where it reads what is recorded.
inline const char *runDirectoryOfTool() { return std::getenv("LOCKSTEP_RUN_DIR"); }

}  // namespace lockstep::runtime
