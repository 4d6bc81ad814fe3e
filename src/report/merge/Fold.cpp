#include "report/merge/Fold.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "report/Place.h"
#include "report/merge/Consequences.h"
#include "report/merge/Fingerprint.h"
#include "report/merge/OwnCode.h"
#include "report/merge/Sites.h"
#include "report/text/CallText.h"
#include "report/text/FunctionName.h"

namespace lockstep::report {
namespace {

/// Which findings are the same. A race is its two accesses, in whatever epochs they lie. The message counts only where
/// no site tells findings apart.
using FindingKey = std::tuple<std::uint16_t, Severity, std::vector<SiteKey>, std::string>;

FindingKey keyOf(const Finding &finding) {
  std::vector<SiteKey> sites;
  for (const Site &site : finding.sites)
    if (!finding.race || site.role == SiteRole::Access) sites.push_back(keyOf(site));
  std::ranges::sort(sites);
  if (!finding.race) sites.erase(std::unique(sites.begin(), sites.end()), sites.end());  // of several callers
  return {finding.rule.index, finding.severity, std::move(sites), finding.sites.empty() ? finding.message : ""};
}

/// A window has no name but the place where it was made.
void nameWindow(Finding &finding) {
  if (!finding.race || !finding.race->window.empty()) return;
  const auto made = std::ranges::find(finding.sites, SiteRole::Creation, &Site::role);
  if (made == finding.sites.end()) return;
  finding.race->window = made->line == 0 ? fmt::format("made by {}", made->call)
                                         : fmt::format("{} at {}:{}", made->call, baseName(made->file), made->line);
}

void sortKeys(std::vector<Cause::Key> &keys) {
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

void tidy(Finding &finding, SourceText &source) {
  std::ranges::for_each(finding.sites, nameFunctions);
  std::ranges::for_each(finding.further, nameFunctions);
  sortKeys(finding.cause.operations);
  sortKeys(finding.cause.requests);
  nameWindow(finding);
  settleHelp(finding, source);
  foldSites(finding.sites);
  absorbFurther(finding, std::exchange(finding.further, {}));  // each once
  unite(finding.ranks, {});
  if (!finding.ranks.empty()) return;
  for (const Site &site : finding.sites) unite(finding.ranks, site.ranks);
}

/// Chooses who speaks for equal findings, whatever order they came in.
bool speaksBefore(const Finding &a, const Finding &b) {
  const auto order = [](const Finding &finding) {
    std::vector<std::tuple<std::vector<int>, int, SiteKey>> sites;
    for (const Site &site : finding.sites) sites.emplace_back(site.ranks, site.thread, keyOf(site));
    const RaceDetail race = finding.race.value_or(RaceDetail{});
    return std::tuple(finding.ranks, std::move(sites), finding.message, race.target, race.firstByte, race.endByte);
  };
  return order(a) < order(b);
}

Finding foldEqual(std::vector<Finding> findings) {
  std::ranges::sort(findings, speaksBefore);
  Finding folded = std::move(findings.front());
  for (auto other = std::next(findings.begin()); other != findings.end(); ++other) {
    unite(folded.ranks, other->ranks);
    absorbSites(folded.sites, other->sites, [](const Site &a, const Site &b) { return keyOf(a) == keyOf(b); });
    absorbFurther(folded, other->further);
    unite(folded.cause, other->cause);
    folded.occurrences += other->occurrences;
  }
  folded.fingerprint = fingerprint(folded);
  return folded;
}

/// The accesses of a race by their lines: where on the line the memory is accessed does not matter.
using LineKey = std::tuple<std::uint16_t, Severity, std::vector<std::tuple<std::string, unsigned, std::string>>>;

LineKey lineKeyOf(const Finding &finding, bool withStores) {
  LineKey key{finding.rule.index, finding.severity, {}};
  for (const Site &site : finding.sites)
    if (site.role == SiteRole::Access)
      std::get<2>(key).emplace_back(placeName(site), site.line,
                                    withStores && site.call == "load" && site.line != 0 ? "store" : site.call);
  std::ranges::sort(std::get<2>(key));
  return key;
}

/// What a line loads and stores again is told by the store, as it is where a compiler sees only one access in it.
void foldLoadsIntoStores(std::vector<Finding> &findings) {
  std::map<LineKey, Finding *> byLine;
  for (Finding &finding : findings) byLine.emplace(lineKeyOf(finding, false), &finding);
  std::vector<const Finding *> told;
  for (Finding &finding : findings) {
    const auto store = byLine.find(lineKeyOf(finding, true));
    if (store == byLine.end() || store->first == lineKeyOf(finding, false)) continue;
    unite(store->second->ranks, finding.ranks);
    unite(store->second->cause, finding.cause);
    store->second->occurrences += finding.occurrences;
    told.push_back(&finding);
  }
  std::vector<Finding> kept;
  for (Finding &finding : findings)
    if (std::ranges::find(told, &finding) == told.end()) kept.push_back(std::move(finding));
  findings = std::move(kept);
}

}  // namespace

void sortForReport(std::vector<Finding> &findings) {
  const auto order = [](const Finding &finding) {
    const Site first = finding.sites.empty() ? Site{} : finding.sites.front();
    return std::tuple(finding.severity, placeName(first), first.line, first.column, finding.rule.index, keyOf(finding));
  };
  std::ranges::sort(findings, std::less{}, order);
}

std::vector<Finding> foldByPlace(std::vector<Finding> findings) {
  std::map<FindingKey, std::vector<Finding>> equal;
  SourceFiles source;
  for (Finding &finding : findings) {
    tidy(finding, source);
    equal[keyOf(finding)].push_back(std::move(finding));
  }
  std::vector<Finding> folded;
  for (auto &[key, group] : equal) folded.push_back(foldEqual(std::move(group)));
  foldLoadsIntoStores(folded);
  foldConsequences(folded);
  sortForReport(folded);
  return folded;
}

std::vector<Finding> fold(std::vector<Finding> findings) {
  std::vector<Finding> folded = foldByPlace(std::move(findings));
  std::ranges::for_each(folded, preferOwnCode);
  sortForReport(folded);
  return folded;
}

}  // namespace lockstep::report
