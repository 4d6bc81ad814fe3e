#include "report/Consequences.h"

#include <algorithm>

#include "report/Place.h"

namespace lockstep::report {
namespace {

bool names(const Finding &finding, const Site &place) {
  return std::ranges::any_of(finding.sites,
                             [&](const Site &site) { return site.line != 0 && isSamePlace(site, place); });
}

/// The call whose operation stays in flight for ever; null for any other finding.
const Site *startForEver(const Finding &finding) {
  const bool isLost = finding.rule == rule("request-missing-wait") || finding.rule == rule("request-overwrite");
  if (!isLost || finding.sites.empty()) return nullptr;
  return &finding.sites.front();
}

bool isOfThreads(const Finding &finding) {
  return finding.rule == rule("coll-multithreaded") || finding.rule == rule("coll-concurrent");
}

bool isOfCollectives(const Finding &finding) {
  return finding.rule == rule("deadlock") || (info(finding.rule).id.starts_with("coll-") && !isOfThreads(finding));
}

/// An error that may be why a process came to its end.
bool isOfRanks(const Finding &finding, const std::vector<int> &ranks) {
  return finding.severity == Severity::Error && !finding.isConsequence && !finding.race &&
         std::ranges::any_of(ranks, [&](int rank) { return std::ranges::count(finding.ranks, rank) > 0; });
}

bool follows(const Finding &finding, const Finding &from) {
  if (finding.isConsequence && finding.rule == rule("call-failed"))
    return isOfRanks(from, finding.ranks) && !finding.sites.empty() && names(from, finding.sites.front());
  if (finding.isConsequence) return isOfRanks(from, finding.ranks);
  if (finding.severity < from.severity) return false;  // the graver one speaks for itself
  if (isOfThreads(from) && isOfCollectives(finding))
    return std::ranges::all_of(primarySites(finding), [&](const Site *site) { return names(from, *site); });
  const Site *start = startForEver(from);
  if (!start || start->line == 0) return false;
  if (finding.rule == rule("request-missing-wait") && from.rule == rule("request-overwrite"))
    return isSamePlace(finding.sites.front(), *start);
  return finding.rule == rule("buffer-race") &&
         std::ranges::any_of(finding.sites, [&](const Site &site) { return isSamePlaceOfCall(site, *start); });
}

Confirmed byBoth(Confirmed one, Confirmed other) {
  const auto isByRun = [](Confirmed by) { return by == Confirmed::RunOnly || by == Confirmed::Both; };
  const auto isByStatic = [](Confirmed by) { return by != Confirmed::RunOnly; };
  const bool isRun = isByRun(one) || isByRun(other);
  return isRun && (isByStatic(one) || isByStatic(other)) ? Confirmed::Both : one;
}

void addRanks(std::vector<int> &ranks, const std::vector<int> &more) {
  ranks.insert(ranks.end(), more.begin(), more.end());
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
}

void absorb(Finding &cause, const Finding &consequence) {
  for (const Site &site : consequence.sites) {
    const auto known = std::ranges::find_if(cause.sites, [&](const Site &s) { return isSamePlaceOfCall(s, site); });
    if (known == cause.sites.end()) {
      cause.sites.push_back(site);
      if (site.role == SiteRole::Access || site.role == SiteRole::Call) cause.sites.back().role = SiteRole::Sync;
      continue;
    }
    if (consequence.isConsequence) known->label = site.label;
    addRanks(known->ranks, site.ranks);
    if (!known->ranks.empty()) known->rank = known->ranks.front();
  }
  if (!consequence.isConsequence) addRanks(cause.ranks, consequence.ranks);
  cause.confirmed = byBoth(cause.confirmed, consequence.confirmed);
}

}  // namespace

void foldConsequences(std::vector<Finding> &findings) {
  std::vector<std::size_t> causes;
  const bool hasConsequence = std::ranges::any_of(findings, &Finding::isConsequence);
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (isOfThreads(findings[i]) || startForEver(findings[i]) || hasConsequence) causes.push_back(i);
  std::vector<bool> isTold(findings.size(), false);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const auto cause = std::ranges::find_if(
        causes, [&](std::size_t c) { return c != i && !isTold[c] && follows(findings[i], findings[c]); });
    if (cause == causes.end()) continue;
    absorb(findings[*cause], findings[i]);
    isTold[i] = true;
  }
  std::vector<Finding> kept;
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (!isTold[i]) kept.push_back(std::move(findings[i]));
  findings = std::move(kept);
}

}  // namespace lockstep::report
