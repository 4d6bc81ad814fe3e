#include "report/merge/IgnoreComments.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>

#include "report/merge/Suppressions.h"
#include "report/text/Trim.h"

namespace lockstep::report {
namespace {

struct Parsed {
  IgnoreComment comment;
  bool isAlone = false;  // nothing else is on the line
};

std::vector<std::string> splitRules(const std::string &list) {
  std::vector<std::string> rules;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');)
    if (const std::string_view rule = trimmed(word); !rule.empty()) rules.emplace_back(rule);
  return rules;
}

/// Removes a word and the blanks before it from the front of `text`.
bool take(std::string_view &text, std::string_view word) {
  const std::string_view rest = trimmed(text);
  if (!rest.starts_with(word)) return false;
  text = rest.substr(word.size());
  return true;
}

std::optional<Parsed> parseLine(std::string_view line) {
  constexpr std::string_view kName = "lockstep:";
  const std::size_t name = line.find(kName);
  if (name == std::string_view::npos) return std::nullopt;

  const std::string_view before = trimmed(line.substr(0, name));
  const bool isBlock = before.ends_with("/*");
  if (!isBlock && !before.ends_with("//") && !before.ends_with('!')) return std::nullopt;

  std::string_view rest = line.substr(name + kName.size());
  if (!take(rest, "ignore") || !take(rest, "(")) return std::nullopt;
  const std::size_t close = rest.find(')');
  if (close == std::string_view::npos) return std::nullopt;
  Parsed parsed;
  parsed.comment.rules = splitRules(std::string(rest.substr(0, close)));
  rest = rest.substr(close + 1);

  const std::size_t end = isBlock ? rest.find("*/") : std::string_view::npos;
  parsed.comment.reason = trimmed(rest.substr(0, end));
  const bool isFirst = before.size() == (before.ends_with('!') ? 1 : 2);
  const bool isLast = end == std::string_view::npos || trimmed(rest.substr(end + 2)).empty();
  parsed.isAlone = isFirst && isLast;
  return parsed;
}

bool isPlaceOfTheError(const Site &site) {
  switch (site.role) {
    case SiteRole::Access:
    case SiteRole::Call:
    case SiteRole::Epoch:
    case SiteRole::Creation:
      return site.line != 0 && !site.file.empty();
    case SiteRole::Sync:
    case SiteRole::Branch:
      return false;
  }
  return false;
}

std::optional<Parsed> commentOn(const std::string &file, unsigned line, SourceText &source) {
  const auto text = source.line(file, line);
  auto parsed = text ? parseLine(*text) : std::nullopt;
  if (!parsed) return std::nullopt;
  parsed->comment.file = file;
  parsed->comment.line = line;
  return parsed;
}

void addCommentsOf(const Site &site, SourceText &source, std::vector<IgnoreComment> &comments) {
  if (auto same = commentOn(site.file, site.line, source)) comments.push_back(std::move(same->comment));
  for (unsigned line = site.line - 1; line > 0; --line) {
    auto above = commentOn(site.file, line, source);
    if (!above || !above->isAlone) return;
    comments.push_back(std::move(above->comment));
  }
}

}  // namespace

std::vector<IgnoreComment> ignoreComments(const Finding &finding, SourceText &source) {
  std::vector<IgnoreComment> comments;
  for (const Site &site : finding.sites)
    if (isPlaceOfTheError(site)) addCommentsOf(site, source, comments);
  return comments;
}

bool isHiddenBy(const Finding &finding, const IgnoreComment &comment) {
  return std::ranges::any_of(comment.rules, [&](const std::string &glob) { return matchesRule(glob, finding.rule); });
}

}  // namespace lockstep::report
