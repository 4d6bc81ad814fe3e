#include "report/merge/Sites.h"

#include <algorithm>
#include <utility>

#include "report/Place.h"

namespace lockstep::report {
namespace {

/// Both are known, and they are not the same.
bool haveDifferentCallers(const Site &a, const Site &b) {
  return !a.stack.empty() && !b.stack.empty() && !std::ranges::equal(a.stack, b.stack, &Frame::isSameAs);
}

/// What holds for both: where the callers differ, those behind them do not count.
void uniteCallers(Site &site, const Site &other) {
  if (site.stack.empty()) site.stack = other.stack;
  if (!haveDifferentCallers(site, other)) return;
  const auto differing = std::ranges::mismatch(site.stack, other.stack, &Frame::isSameAs).in1;
  site.stack.erase(differing, site.stack.end());
}

void addRanks(Site &site, const std::vector<int> &more) {
  unite(site.ranks, more);
  site.rank = site.ranks.empty() ? -1 : site.ranks.front();
}

}  // namespace

SiteKey keyOf(const Site &site) { return {site.role, placeName(site), site.line, site.column, site.call}; }

bool haveDifferentLabels(const Site &a, const Site &b) {
  return a.role != SiteRole::Access && !a.label.empty() && !b.label.empty() && a.label != b.label;
}

void unite(std::vector<int> &ranks, const std::vector<int> &more) {
  std::vector<int> all = ranks;
  all.insert(all.end(), more.begin(), more.end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  ranks = std::move(all);
}

void unite(Site &site, const Site &other) {
  addRanks(site, other.ranks);
  uniteCallers(site, other);
}

void absorbSites(std::vector<Site> &sites, const std::vector<Site> &more, bool (*isSame)(const Site &, const Site &)) {
  std::vector<bool> taken(sites.size(), false);
  for (const Site &other : more) {
    std::size_t i = 0;
    const auto mayTake = [&](const Site &site) { return isSame(site, other) && !haveDifferentLabels(site, other); };
    while (i < taken.size() && (taken[i] || !mayTake(sites[i]))) ++i;
    const auto isTold = [&](const Site &site) { return isSame(site, other) && haveDifferentLabels(site, other); };
    if (i == taken.size()) {
      if (std::ranges::none_of(sites, isTold)) sites.push_back(other);
      continue;
    }
    taken[i] = true;
    unite(sites[i], other);
  }
}

void foldSites(std::vector<Site> &sites) {
  std::vector<Site> folded;
  for (Site &site : sites) {
    addRanks(site, site.rank < 0 ? std::vector<int>{} : std::vector{site.rank});
    const auto same = std::ranges::find_if(folded, [&](const Site &seen) {
      return keyOf(seen) == keyOf(site) && !haveDifferentLabels(seen, site) && !haveDifferentCallers(seen, site);
    });
    if (same == folded.end() || site.role == SiteRole::Access) {
      folded.push_back(std::move(site));
    } else {
      unite(*same, site);
    }
  }
  sites = std::move(folded);
}

void absorbFurther(Finding &finding, const std::vector<Site> &more) {
  const auto isNew = [&](const Site &place) {
    return std::ranges::none_of(finding.further, [&](const Site &site) { return isSamePlaceOfCall(site, place); });
  };
  for (const Site &place : more)
    if (isNew(place)) finding.further.push_back(place);
}

}  // namespace lockstep::report
