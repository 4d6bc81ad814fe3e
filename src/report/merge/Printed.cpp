#include "report/merge/Printed.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/Place.h"
#include "report/text/Wording.h"

namespace lockstep::report {
namespace {

constexpr std::size_t kFilesShown = 3;  // files listed per rule

std::string placeOf(const Site &site) {
  return fmt::format("{}:{}:{}:{}:{}", name(site.role), placeName(site), site.line, site.column, site.call);
}

bool hasMoreRanks(const Finding &now, const Finding &then) {
  return !std::ranges::includes(then.ranks, now.ranks);  // both are sorted
}

/// Chooses the findings that are printed in the remaining room: one of every rule first.
std::vector<bool> choose(const std::vector<const Finding *> &open, std::size_t room) {
  std::vector<bool> isChosen(open.size(), false);
  std::set<std::uint16_t> rules;
  for (const bool onlyNewRules : {true, false})
    for (std::size_t i = 0; i < open.size() && room > 0; ++i) {
      if (isChosen[i] || (onlyNewRules && !rules.insert(open[i]->rule.index).second)) continue;
      isChosen[i] = true;
      --room;
    }
  return isChosen;
}

std::string describeFiles(const std::vector<std::string> &files) {
  if (files.empty()) return {};
  const auto shown = static_cast<std::ptrdiff_t>(std::min(files.size(), kFilesShown));
  std::string text = fmt::format(" in {}", fmt::join(files.begin(), files.begin() + shown, ", "));
  if (files.size() > kFilesShown) text += fmt::format(" and {} more", files.size() - kFilesShown);
  return text;
}

}  // namespace

Identity::Identity(const Finding &finding) : rule_(finding.rule.index) {
  for (const Site *site : primarySites(finding)) places_.insert(placeOf(*site));
  if (finding.sites.empty()) places_.insert(finding.message);
}

Identity Identity::withFurther(const Finding &finding) {
  Identity identity(finding);
  for (const Site &site : finding.further) identity.places_.insert(placeOf(site));
  return identity;
}

bool Identity::includes(const Identity &other) const {
  return rule_ == other.rule_ && std::ranges::includes(places_, other.places_);
}

const Finding *Printed::find(const Finding &finding) const {
  const Identity wanted = Identity::withFurther(finding);
  const auto found = std::ranges::find_if(all_, [&](const auto &printed) {
    return printed.second.severity <= finding.severity && wanted.includes(printed.first);
  });
  return found == all_.end() ? nullptr : &found->second;
}

Excerpt excerptOf(std::span<const Finding> findings, const Printed &printed, std::size_t most) {
  Excerpt excerpt;
  std::vector<const Finding *> open;
  for (const Finding &finding : findings) {
    const Finding *before = printed.find(finding);
    if (before == nullptr)
      open.push_back(&finding);
    else if (hasMoreRanks(finding, *before))
      excerpt.grown.push_back(finding);
  }
  const std::vector<bool> isChosen = choose(open, most - std::min(most, printed.count()));
  for (std::size_t i = 0; i < open.size(); ++i) (isChosen[i] ? excerpt.inFull : excerpt.counted).push_back(*open[i]);
  return excerpt;
}

std::string countedLines(std::span<const Finding> counted, const ShownPath &paths) {
  struct Group {
    std::size_t count = 0;
    std::vector<std::string> files;
  };
  std::map<std::pair<Severity, std::uint16_t>, Group> groups;
  for (const Finding &finding : counted) {
    Group &group = groups[{finding.severity, finding.rule.index}];
    ++group.count;
    if (finding.sites.empty()) continue;
    const std::string file = paths(std::string(fileOrModule(finding.sites.front())));
    if (!file.empty() && std::ranges::find(group.files, file) == group.files.end()) group.files.push_back(file);
  }
  std::string text;
  for (const auto &[key, group] : groups)
    text += fmt::format("... {} more {}{}\n", group.count, info(Rule{key.second}).id, describeFiles(group.files));
  return text;
}

std::string grownLines(std::span<const Finding> grown, const ShownPath &paths) {
  std::string text;
  for (const Finding &finding : grown) {
    const Site first = finding.sites.empty() ? Site{} : finding.sites.front();
    const std::string place = paths(placeName(first));
    text +=
        fmt::format("lockstep: {}{}{}, shown above, concerns {}\n", info(finding.rule).id, place.empty() ? "" : " at ",
                    place.empty() ? "" : location(place, first.line, first.column), describeRanks(finding.ranks));
  }
  return text;
}

}  // namespace lockstep::report
