#include "report/merge/Suppressions.h"

#include <fnmatch.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "report/Place.h"
#include "report/text/FunctionName.h"
#include "report/text/Trim.h"
#include "report/text/WholeFile.h"

namespace lockstep::report {
namespace {

bool matches(const std::string &glob, const std::string &text) { return fnmatch(glob.c_str(), text.c_str(), 0) == 0; }

/// Matches the whole path, or its end after some slash: `src/*.c` matches wherever the project is.
bool matchesPath(const std::string &glob, const std::string &path) {
  return matches(glob, path) || matches("*/" + glob, path);
}

/// A Fortran main program also matches by the names that compilers give it.
bool matchesFunction(const std::string &glob, const std::string &function) {
  if (function == kMainProgram && isFortranProgram(glob)) return true;
  return matches(glob, function) || matches(glob, plainFunction(function));
}

bool matchesCaller(const Suppression &entry, const Site &site) {
  if (!site.file.empty()) return false;
  const auto caller = std::ranges::find_if(site.stack, [](const Frame &frame) { return !frame.file.empty(); });
  return caller != site.stack.end() && matchesPath(entry.path, caller->file) &&
         matchesFunction(entry.function, caller->function);
}

bool matchesSite(const Suppression &entry, const Site &site) {
  if (entry.library && !(site.address && matchesPath(*entry.library, site.address->module))) return false;
  const bool matchesItself =
      matchesPath(entry.path, std::string(fileOrModule(site))) && matchesFunction(entry.function, site.function);
  return matchesItself || matchesCaller(entry, site);
}

tl::unexpected<std::string> malformed(std::string what) { return tl::unexpected(std::move(what)); }

/// Nothing for a comment or an empty line.
tl::expected<std::optional<Suppression>, std::string> parseLine(const std::string &line) {
  if (line.empty() || line.front() == '#') return std::nullopt;
  std::vector<std::string> fields;
  std::istringstream rest(line + ':');
  for (std::string field; std::getline(rest, field, ':');) fields.push_back(std::string(trimmed(field)));

  if (fields.size() < 3) return malformed("expected rule:path-glob:function-glob[:library-glob]");
  if (fields.size() > 4) return malformed("more than four fields; write ? for a colon inside a glob");
  if (std::ranges::any_of(fields, &std::string::empty)) return malformed("a field is empty; write * for any");
  if (!matchesAnyRule(fields[0])) return malformed(fmt::format("there is no rule '{}'", fields[0]));
  Suppression entry{.rule = fields[0], .path = fields[1], .function = fields[2], .library = {}, .file = {}};
  if (fields.size() == 4) entry.library = fields[3];
  return entry;
}

std::string escaped(std::string_view text) {
  std::string glob;
  for (const char c : text) {
    if (std::string_view("*?[]\\").find(c) != std::string_view::npos) glob += '\\';
    glob += c == ':' ? '?' : c;
  }
  return glob;
}

std::string globFor(std::string_view text) { return text.empty() ? "*" : escaped(text); }

}  // namespace

bool matchesRule(const std::string &glob, Rule rule) { return matches(glob, std::string(info(rule).id)); }

bool matchesAnyRule(const std::string &glob) {
  return std::ranges::any_of(rules(), [&](const RuleInfo &rule) { return matches(glob, std::string(rule.id)); });
}

tl::expected<std::vector<Suppression>, std::string> parseSuppressions(std::string_view text, const std::string &file) {
  std::vector<Suppression> entries;
  std::istringstream lines{std::string(text)};
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    auto entry = parseLine(std::string(trimmed(line)));
    if (!entry) return tl::unexpected(fmt::format("{}:{}: {}", file, number, entry.error()));
    if (!*entry) continue;
    (*entry)->file = file;
    (*entry)->line = number;
    entries.push_back(std::move(**entry));
  }
  return entries;
}

tl::expected<std::vector<Suppression>, std::string> readSuppressions(const std::filesystem::path &file) {
  const auto text = readWholeFile(file);
  if (!text) return tl::unexpected(text.error());
  return parseSuppressions(*text, file.string());
}

bool isHiddenBy(const Finding &finding, const Suppression &entry) {
  if (!matchesRule(entry.rule, finding.rule)) return false;
  if (finding.sites.empty()) return matchesSite(entry, Site{});
  return std::ranges::any_of(finding.sites, [&](const Site &site) { return matchesSite(entry, site); });
}

std::optional<Suppression> suppressionFor(const Finding &finding) {
  if (finding.sites.empty()) return std::nullopt;
  const Site &site = finding.sites.front();
  if (site.file.empty() && !site.address) return std::nullopt;
  Suppression entry{.rule = std::string(info(finding.rule).id),
                    .path = globFor(site.file),
                    .function = globFor(plainFunction(site.function)),
                    .library = {},
                    .file = {}};
  if (site.file.empty()) entry.library = escaped(baseName(site.address->module));
  return entry;
}

std::string toLine(const Suppression &entry) {
  const std::string line = fmt::format("{}:{}:{}", entry.rule, entry.path, entry.function);
  return entry.library ? fmt::format("{}:{}", line, *entry.library) : line;
}

}  // namespace lockstep::report
