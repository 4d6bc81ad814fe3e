#include "report/merge/Consequences.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>

#include "mpi/Routine.h"
#include "report/Place.h"
#include "report/merge/SameMistake.h"

namespace lockstep::report {
namespace {

using Keys = std::vector<Cause::Key>;

/// Both are sorted, and the result is too.
template <class T>
void uniteSorted(std::vector<T> &all, const std::vector<T> &more) {
  std::vector<T> united;
  std::ranges::set_union(all, more, std::back_inserter(united));
  all = std::move(united);
}

bool haveCommon(const Keys &a, const Keys &b) {
  if (a.size() > b.size()) return haveCommon(b, a);
  return std::ranges::any_of(a, [&](const Cause::Key &key) { return std::ranges::binary_search(b, key); });
}

bool names(const Finding &finding, const Site &place) {
  return std::ranges::any_of(finding.sites,
                             [&](const Site &site) { return site.line != 0 && isSamePlace(site, place); });
}

bool isSameFunction(const Site &a, const Site &b) {
  return baseName(fileOrModule(a)) == baseName(fileOrModule(b)) &&
         plainFunction(a.function) == plainFunction(b.function);
}

bool isOfThreads(const Finding &finding) { return isOfCollectivesByThreads(finding.rule); }

/// Ranks disagree about collectives, or wait because of that.
bool isOutOfStep(const Finding &finding) { return finding.rule == rule("deadlock") || isOfCollectives(finding.rule); }

/// About an operation that is never completed, which starts at the first site.
bool isLost(const Finding &finding) {
  return mayExplainBy(finding.rule, Link::LostOperations) && !finding.sites.empty();
}

/// The place where a process leaves without finalizing MPI, according to the static analysis; null for other findings.
const Site *departure(const Finding &finding) {
  if (!mayExplainBy(finding.rule, Link::Departure)) return nullptr;
  const auto leaves = std::ranges::find_if(
      finding.sites, [](const Site &site) { return site.role == SiteRole::Sync && site.call.empty(); });
  return leaves == finding.sites.end() ? nullptr : &*leaves;
}

/// The ranks that miss the collective have left in the branch where the ranks diverge.
bool followsFromDeparture(const Finding &mismatch, const Site &leaves) {
  const auto branch = std::ranges::find(mismatch.sites, SiteRole::Branch, &Site::role);
  if (branch == mismatch.sites.end() || !isSameFunction(*branch, leaves) || branch->line > leaves.line) return false;
  return std::ranges::all_of(primarySites(mismatch), [&](const Site *collective) {
    return isSameFunction(*collective, leaves) && leaves.line < collective->line;
  });
}

/// One of the lost operations starts at the place.
bool startsAt(const Finding &lost, const Site &place) {
  const auto isIt = [&](const Site &site) { return site.line != 0 && isSamePlaceOfCall(site, place); };
  return isIt(lost.sites.front()) || std::ranges::any_of(lost.further, isIt);
}

/// All operations in the race are lost. Ranks without lost operations did not get that far.
bool isOfLostOperations(const Keys &raced, const Keys &lost) {
  const auto isJudged = [&](const Cause::Key &key) {
    return std::ranges::binary_search(lost, key.rank, {}, &Cause::Key::rank);
  };
  return haveCommon(raced, lost) && std::ranges::all_of(raced, [&](const Cause::Key &key) {
           return std::ranges::binary_search(lost, key) || !isJudged(key);
         });
}

bool followsFromLoss(const Finding &race, const Finding &lost) {
  if (!race.cause.operations.empty()) return isOfLostOperations(race.cause.operations, lost.cause.operations);
  return std::ranges::any_of(race.sites, [&](const Site &site) { return startsAt(lost, site); });
}

bool isSameLoss(const Finding &a, const Finding &b) {
  if (haveCommon(a.cause.requests, b.cause.requests) && isSameFunction(a.sites.front(), b.sites.front())) return true;
  return a.rule == rule("request-missing-wait") && b.rule == rule("request-overwrite") && startsAt(b, a.sites.front());
}

/// The first site frees the memory, whichever operations use it.
bool isOfRelease(const Finding &finding) {
  return !finding.sites.empty() && (finding.sites.front().call == "free" || finding.sites.front().call == "return");
}

bool isSameFirstPlace(const Finding &a, const Finding &b) {
  return !a.sites.empty() && !b.sites.empty() && isSamePlaceOfCall(a.sites.front(), b.sites.front());
}

/// One load or store that comes too early for several operations, which the call that ends their epoch would complete,
/// or a flush of their target.
bool lackSameCompletion(const Finding &a, const Finding &b) {
  if (!a.race || !b.race || a.cause.operations.empty() || b.cause.operations.empty()) return false;
  if (!isSameFirstPlace(a, b) || a.sites.front().line == 0 || mpi::findRoutine(a.sites.front().call)) return false;
  const auto isOpened = [&](const Site &site) {
    return site.role == SiteRole::Epoch && site.line != 0 &&
           std::ranges::any_of(b.sites, [&](const Site &other) { return isSamePlace(site, other); });
  };
  return std::ranges::any_of(a.sites, isOpened) && a.race->passive == b.race->passive &&
         (!a.race->passive || a.race->target == b.race->target);
}

/// An error that may be the reason why a process ended.
bool isOfRanks(const Finding &finding, const std::vector<int> &ranks) {
  return finding.severity == Severity::Error && !finding.isConsequence && !finding.race &&
         std::ranges::any_of(ranks, [&](int rank) { return std::ranges::count(finding.ranks, rank) > 0; });
}

bool holds(Link link, const Finding &finding, const Finding &from) {
  switch (link) {
    case Link::SameCalls:
      return std::ranges::all_of(primarySites(finding), [&](const Site *site) { return names(from, *site); });
    case Link::MissedCollective:  // see merge()
      return false;
    case Link::Departure:
      return departure(from) != nullptr && followsFromDeparture(finding, *departure(from));
    case Link::SameReceive:  // whichever messages it may match
      return isSameFirstPlace(finding, from);
    case Link::SameRequests:
      return isLost(finding) && isLost(from) && isSameLoss(finding, from);
    case Link::LostOperations:
      return isLost(from) && followsFromLoss(finding, from);
    case Link::SameOperation:
      return finding.severity == from.severity &&
             (haveCommon(finding.cause.operations, from.cause.operations) || lackSameCompletion(finding, from));
    case Link::SameRelease:
      return isOfRelease(finding) && isOfRelease(from) && isSameFirstPlace(finding, from);
    case Link::SameMistake:
      return isSameMistake(finding, from);
  }
  return false;
}

bool follows(const Finding &finding, const Finding &from) {
  if (finding.isConsequence && finding.rule == rule("call-failed"))
    return isOfRanks(from, finding.ranks) && !finding.sites.empty() && names(from, finding.sites.front());
  if (finding.isConsequence && isOfRanks(from, finding.ranks)) return true;
  // The library may end any of the ranks that are out of step.
  if (finding.isEndInCollective && (isOfThreads(from) || isOutOfStep(from))) return from.severity == Severity::Error;
  if (finding.severity < from.severity) return false;  // the more severe one is reported separately
  for (unsigned left = linksBetween(from.rule, finding.rule); left != 0; left &= left - 1)
    if (holds(static_cast<Link>(std::countr_zero(left)), finding, from)) return true;
  return false;
}

bool isByRun(Confirmed by) { return by == Confirmed::RunOnly || by == Confirmed::Both; }

/// Sort key that decides which finding represents a cause: a lost request before its races, overwritten ones before
/// others, places in the program's own code before those in system headers, certain errors before possible ones, and
/// among lost requests the one lost by the most ranks.
auto order(const Finding &finding) {
  const Site first = finding.sites.empty() ? Site{} : finding.sites.front();
  const int weight = isOfThreads(finding)                           ? 0
                     : finding.rule == rule("request-overwrite")    ? 1
                     : finding.rule == rule("request-missing-wait") ? 2
                     : finding.rule == rule("buffer-type")          ? 3
                                                                    : 4;
  const auto others = isLost(finding) ? -static_cast<std::ptrdiff_t>(finding.ranks.size()) : 0;
  return std::tuple(weight, isOfSystem(first.file), finding.severity, !isByRun(finding.confirmed), others,
                    placeName(first), first.line, first.column);
}

Confirmed byBoth(Confirmed one, Confirmed other) {
  const auto isByStatic = [](Confirmed by) { return by != Confirmed::RunOnly; };
  const bool isRun = isByRun(one) || isByRun(other);
  return isRun && (isByStatic(one) || isByStatic(other)) ? Confirmed::Both : one;
}

bool isNamed(const std::vector<Site> &sites, const Site &place) {
  return std::ranges::any_of(sites, [&](const Site &site) { return isSamePlaceOfCall(site, place); });
}

/// If the place is already there, only adds the ranks.
bool addRanksAt(std::vector<Site> &sites, const Site &place) {
  const auto known = std::ranges::find_if(sites, [&](const Site &site) { return isSamePlaceOfCall(site, place); });
  if (known == sites.end()) return false;
  if (known->ranks.empty() && known->stack.empty()) known->stack = place.stack;  // only the run knows the callers
  uniteSorted(known->ranks, place.ranks);
  if (!known->ranks.empty()) known->rank = known->ranks.front();
  return true;
}

/// Adds where the library ended the process: to the site of the same place if its ranks are the same, else as a site of
/// its own.
void tellOfEnd(std::vector<Site> &sites, const Site &place) {
  const auto known = std::ranges::find_if(sites, [&](const Site &site) { return isSamePlaceOfCall(site, place); });
  if (known->label.find(place.label) != std::string::npos) return;
  if (known->ranks == place.ranks) {
    known->label += (known->label.empty() ? "" : "; ") + place.label;
    return;
  }
  Site end = place;
  end.role = SiteRole::Sync;
  sites.insert(std::next(known), std::move(end));
}

/// Turns one of the places that are only counted into an example.
void showOneFurther(Finding &finding) {
  const auto own = std::ranges::find_if(finding.further, [](const Site &site) { return !isOfSystem(site.file); });
  const auto shown = own == finding.further.end() ? finding.further.begin() : own;
  if (shown == finding.further.end()) return;
  finding.sites.push_back(*shown);
  finding.sites.back().role = SiteRole::Sync;
  finding.further.erase(shown);
}

/// Start of the operation whose buffer's lifetime ends with its function, according to the static analysis; null for
/// other findings.
const Site *startBeforeReturn(const Finding &found) {
  const auto isReturn = [](const Site &site) { return site.call == "return"; };
  if (found.rule != rule("buffer-race") || std::ranges::none_of(found.sites, isReturn)) return nullptr;
  const auto start = std::ranges::find_if(
      found.sites, [&](const Site &site) { return site.role == SiteRole::Access && !isReturn(site); });
  return start == found.sites.end() ? nullptr : &*start;
}

/// The run saw accesses by others to a buffer whose lifetime ended with the function that started the operation.
/// Accesses by that function after the start are another error.
bool isOfDeadBuffer(const Finding &run, const Finding &found) {
  const Site *start = startBeforeReturn(found);
  if (start == nullptr || run.rule != found.rule || run.confirmed != Confirmed::RunOnly) return false;
  const auto isBehind = [&](const Site *site) {
    return plainFunction(site->function) == plainFunction(start->function) && site->line > start->line;
  };
  return std::ranges::any_of(run.sites, [&](const Site &site) { return isSamePlace(site, *start); }) &&
         std::ranges::none_of(placesOf(run), isBehind);
}

}  // namespace

void unite(Cause &cause, const Cause &more) {
  uniteSorted(cause.operations, more.operations);
  uniteSorted(cause.requests, more.requests);
}

void absorb(Finding &cause, const Finding &consequence) {
  const std::string remark = isSameMistake(consequence, cause) ? consequence.cause.remark : std::string();
  const bool hasExample = std::ranges::find(cause.sites, SiteRole::Sync, &Site::role) != cause.sites.end();
  const bool isAlike = cause.rule == consequence.rule || (isLost(cause) && isLost(consequence));
  const bool isTold = !consequence.isConsequence && (isAlike || hasExample);
  const bool isEnd = consequence.isConsequence || consequence.isEndInCollective;
  for (const Site &site : consequence.sites) {
    if (isEnd && isNamed(cause.sites, site)) {
      tellOfEnd(cause.sites, site);
      continue;
    }
    if (addRanksAt(cause.sites, site) || addRanksAt(cause.further, site)) continue;
    const bool isPlace = site.role == SiteRole::Access || site.role == SiteRole::Call;
    if (isTold && isPlace) {
      cause.further.push_back(site);
      continue;
    }
    cause.sites.push_back(site);
    if (isPlace) cause.sites.back().role = SiteRole::Sync;
  }
  if (cause.message.find(remark) == std::string::npos) cause.message += remark;
  for (const Site &site : consequence.further)
    if (!addRanksAt(cause.sites, site) && !addRanksAt(cause.further, site)) cause.further.push_back(site);
  if (!consequence.isConsequence) uniteSorted(cause.ranks, consequence.ranks);
  unite(cause.cause, consequence.cause);
  cause.occurrences += consequence.occurrences;
  cause.confirmed = byBoth(cause.confirmed, consequence.confirmed);
}

void foldConsequences(std::vector<Finding> &findings) {
  std::vector<std::size_t> causes;
  const bool hasConsequence = std::ranges::any_of(
      findings, [](const Finding &finding) { return finding.isConsequence || finding.isEndInCollective; });
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (hasConsequence || mayExplain(findings[i].rule)) causes.push_back(i);
  std::ranges::sort(causes, {}, [&](std::size_t i) { return order(findings[i]); });
  std::vector<bool> isTold(findings.size(), false);
  const auto foldInto = [&](std::size_t cause) {
    bool hasGrown = false;
    for (std::size_t i = 0; i < findings.size(); ++i) {
      if (i == cause || isTold[i] || !follows(findings[i], findings[cause])) continue;
      absorb(findings[cause], findings[i]);
      hasGrown = isTold[i] = true;
    }
    return hasGrown;
  };
  for (const std::size_t cause : causes)  // the absorbed finding may explain more
    while (!isTold[cause] && foldInto(cause)) continue;
  std::vector<Finding> kept;
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (!isTold[i]) kept.push_back(std::move(findings[i]));
  findings = std::move(kept);
}

void foldDeadBuffers(std::vector<Finding> &merged) {
  for (std::size_t i = 0; i < merged.size(); ++i) {
    if (startBeforeReturn(merged[i]) == nullptr) continue;
    for (std::size_t k = merged.size(); k-- > 0;) {
      if (k == i || !isOfDeadBuffer(merged[k], merged[i])) continue;
      merged[i].severity = std::min(merged[i].severity, merged[k].severity);
      absorb(merged[i], merged[k]);
      if (std::ranges::find(merged[i].sites, SiteRole::Sync, &Site::role) == merged[i].sites.end())
        showOneFurther(merged[i]);
      merged.erase(merged.begin() + static_cast<std::ptrdiff_t>(k));
      i -= k < i ? 1 : 0;
    }
  }
}

}  // namespace lockstep::report
