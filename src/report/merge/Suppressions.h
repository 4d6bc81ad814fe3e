// Entries that hide known findings, one per line of a suppression file (docs/suppressions.md):
//
//   rule:path-glob:function-glob[:library-glob]
//
// An entry hides a finding when its rule matches and one and the same site of the finding matches all of its globs.
// Callers of a site do not count: `main` is on every stack, so an entry for an error in `main` would hide all others of
// its rule. The exception is a site without a source line, in a library say: there the innermost caller that has one
// stands in for it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "report/Finding.h"

namespace lockstep::report {

struct Suppression {
  std::string rule;
  std::string path;
  std::string function;
  std::optional<std::string> library;
  std::string file;  // where the entry stands
  unsigned line = 0;
};

/// The error is "file:line: what is wrong".
tl::expected<std::vector<Suppression>, std::string> parseSuppressions(std::string_view text, const std::string &file);
tl::expected<std::vector<Suppression>, std::string> readSuppressions(const std::filesystem::path &file);

bool isHiddenBy(const Finding &finding, const Suppression &entry);

/// The entry for a finding, by the place that the text report names; nothing where the finding has no place. A
/// character with a meaning of its own in globs is escaped, and a colon becomes "?".
std::optional<Suppression> suppressionFor(const Finding &finding);

/// As it stands in a file.
std::string toLine(const Suppression &entry);

/// Whether `glob` is, or matches, the id of this rule.
bool matchesRule(const std::string &glob, Rule rule);
/// Whether there is any such rule.
bool matchesAnyRule(const std::string &glob);

}  // namespace lockstep::report
