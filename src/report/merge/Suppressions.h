// Entries that hide known findings, one per line of a suppression file (docs/suppressions.md):
//
//   rule:path-glob:function-glob[:library-glob]
//
// An entry hides a finding if its rule matches and a single site of the finding matches all of its globs. Callers of a
// site do not count: `main` is on every stack, so an entry for an error in `main` would hide all others of its rule.
// Exception: for a site without a source line, e.g. in a library, the innermost caller that has one is used.
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
  std::string file;  // file of the entry
  unsigned line = 0;
};

/// The error has the form "file:line: message".
tl::expected<std::vector<Suppression>, std::string> parseSuppressions(std::string_view text, const std::string &file);
tl::expected<std::vector<Suppression>, std::string> readSuppressions(const std::filesystem::path &file);

bool isHiddenBy(const Finding &finding, const Suppression &entry);

/// The entry for a finding, by the place that the text report names; nothing if the finding has no place. Glob
/// metacharacters are escaped, and a colon becomes "?".
std::optional<Suppression> suppressionFor(const Finding &finding);

/// The entry as a line of a file.
std::string toLine(const Suppression &entry);

/// Whether `glob` is, or matches, the id of this rule.
bool matchesRule(const std::string &glob, Rule rule);
/// Whether any rule matches.
bool matchesAnyRule(const std::string &glob);

}  // namespace lockstep::report
