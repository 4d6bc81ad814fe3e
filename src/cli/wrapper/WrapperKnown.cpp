#include "cli/wrapper/WrapperKnown.h"

#include <cstdlib>

#include <fmt/format.h>

#include "PluginOptionNames.h"
#include "cli/Command.h"
#include "cli/OptionsVariable.h"
#include "cli/Values.h"
#include "cli/base/Installation.h"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;

std::string needed(const OptionEntry &entry) {
  if (entry.value.empty()) throw usageError("LOCKSTEP_OPTIONS: the key '{}' needs a value", entry.key);
  return entry.value;
}

bool isOn(const OptionEntry &entry) {
  const std::optional<bool> value = entry.value.empty() ? true : truthOf(entry.value);
  if (!value) throw usageError("LOCKSTEP_OPTIONS: {}: '{}' is neither true nor false", entry.key, entry.value);
  return *value;
}

void check(const tl::expected<void, std::string> &added) {
  if (!added) throw usageError("{}", added.error());
}

/// The list with the files appended to the user's entries.
std::string extended(const char *variable, const std::string &files) {
  const char *own = std::getenv(variable);
  if (!own || !*own) return files;
  return files.empty() ? own : fmt::format("{}:{}", own, files);
}

}  // namespace

KnownFindings knownFindings() {
  KnownFindings known;
  bool withDefaults = true;
  for (const OptionEntry &entry : entriesOfOptionsVariable()) {
    if (entry.key == "suppressions") known.suppressions.emplace_back(needed(entry));
    if (entry.key == "baseline") known.baseline = needed(entry);
    if (entry.key == "no-default-suppressions") withDefaults = !isOn(entry);
  }
  std::error_code error;
  if (const fs::path ours = shareDirectory() / "default.supp"; withDefaults && fs::exists(ours, error))
    known.suppressions.push_back(ours);

  for (const fs::path &file : known.suppressions) check(known.filter.addSuppressions(file));
  if (!known.baseline.empty()) check(known.filter.addBaseline(known.baseline));
  return known;
}

std::map<std::string, std::string> environmentFor(const KnownFindings &known) {
  std::string suppressions;
  for (const fs::path &file : known.suppressions) suppressions += (suppressions.empty() ? "" : ":") + file.string();
  const std::string separator = suppressions.empty() || known.baseline.empty() ? "" : ":";
  return {{plugin::kSuppressions, suppressions},
          {plugin::kBaseline, known.baseline.string()},
          {"CCACHE_EXTRAFILES", extended("CCACHE_EXTRAFILES", suppressions + separator + known.baseline.string())},
          {"CCACHE_COMMENTS", "1"}};
}

}  // namespace lockstep::cli
