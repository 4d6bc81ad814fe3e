#include "report/merge/Merge.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "mpi/Routine.h"
#include "report/Place.h"
#include "report/merge/Consequences.h"
#include "report/merge/Fingerprint.h"
#include "report/merge/Fold.h"
#include "report/merge/OwnCode.h"
#include "report/merge/Sites.h"

namespace lockstep::report {
namespace {

bool includes(const std::vector<const Site *> &sites, const std::vector<const Site *> &others) {
  return std::ranges::all_of(others, [&](const Site *other) {
    return std::ranges::any_of(sites, [&](const Site *site) { return isSamePlace(*site, *other); });
  });
}

/// About how MPI is initialized (nobody looks at the level that it provides), not about who calls.
bool isAboutInitialization(const Finding &finding) {
  const std::vector<const Site *> sites = primarySites(finding);
  const auto routine = sites.empty() ? std::nullopt : mpi::findRoutine(sites.front()->call);
  return routine && mpi::info(*routine).effect == mpi::Effect::Init;
}

bool sameError(const Finding &a, const Finding &b) {
  if (!mayBeSameError(a.rule, b.rule)) return false;
  if (a.rule == rule("thread-level"))  // there is one level, and each analysis shows one place
    return isAboutInitialization(a) == isAboutInitialization(b);
  const std::vector<const Site *> sitesA = placesOf(a);
  const std::vector<const Site *> sitesB = placesOf(b);
  const auto hasLine = [](const Site *site) { return site->line != 0; };
  const bool comparable = !sitesA.empty() && !sitesB.empty() && std::ranges::all_of(sitesA, hasLine) &&
                          std::ranges::all_of(sitesB, hasLine);
  if (!comparable) return a.fingerprint == b.fingerprint;
  return includes(sitesA, sitesB) || includes(sitesB, sitesA);
}

/// The run knows what really happened, so it speaks; the static finding adds the places that the run did not see.
void confirm(Finding &run, const Finding &found) {
  std::vector<Site> places = found.sites;
  std::erase_if(places, [&](const Site &place) {
    return std::ranges::any_of(run.further, [&](const Site &site) { return isSamePlace(site, place); });
  });
  absorbSites(run.sites, places, isSamePlace);
  absorbFurther(run, found.further);
  run.severity = std::min(run.severity, found.severity);
  if (run.help.empty()) run.help = found.help;
  run.confirmed = Confirmed::Both;
  run.fingerprint = fingerprint(run);
}

/// Two races of a run may have the same places, one of them apart by locks alone: that one is no graver for it.
void confirmGravest(std::span<Finding *const> runs, const Finding &found) {
  if (runs.empty()) return;
  const Severity gravest = (*std::ranges::min_element(runs, {}, &Finding::severity))->severity;
  for (Finding *run : runs)
    if (run->severity == gravest) confirm(*run, found);
}

/// Ranks of the run may wait in a collective that, as the static analysis says, not all ranks call.
bool mayMiss(const Finding &found, const Finding &run) {
  return (linksBetween(found.rule, run.rule) >> static_cast<unsigned>(Link::MissedCollective) & 1U) != 0;
}

/// A rank has ended, and others wait for it in the collective that, as the static analysis says, not all ranks call; or
/// in a later one of the function, where the library let them pass.
bool tellsOfTheEnd(const Finding &run, const Finding &found) {
  if (run.rule != rule("lifecycle") || !mayMiss(found, run) || run.sites.empty()) return false;
  const auto isMissedBefore = [&](const Site &collective, const Site &waiting) {
    return &waiting != &run.sites.front() && waiting.line >= collective.line &&
           collective.line > run.sites.front().line && waiting.function == collective.function &&
           baseName(waiting.file) == baseName(collective.file);
  };
  return std::ranges::any_of(primarySites(found), [&](const Site *collective) {
    return collective->line != 0 && std::ranges::any_of(run.sites, [&](const Site &site) {
             return isSamePlace(site, *collective) || isMissedBefore(*collective, site);
           });
  });
}

/// Ranks of the deadlock, not mere victims of it, wait in the collective that, as the static analysis says, not all
/// ranks call.
bool explains(const Finding &found, const Finding &run) {
  if (run.rule != rule("deadlock") || !mayMiss(found, run)) return false;
  const auto isOfTheDeadlock = [&](int rank) { return std::ranges::find(run.ranks, rank) != run.ranks.end(); };
  return std::ranges::any_of(primarySites(found), [&](const Site *collective) {
    return collective->line != 0 && std::ranges::any_of(run.sites, [&](const Site &site) {
             return isSamePlace(site, *collective) && std::ranges::any_of(site.ranks, isOfTheDeadlock);
           });
  });
}

/// The reason speaks, and the run says what came of it, with its ranks. The fingerprint stays that of the reason.
void explain(Finding &run, Finding found) {
  found.message = fmt::format("{}: {}", found.provenMessage.empty() ? found.message : found.provenMessage, run.message);
  found.severity = std::min(run.severity, found.severity);
  found.confirmed = Confirmed::Both;
  unite(found.ranks, run.ranks);
  for (Site &site : run.sites) {
    const auto known = std::ranges::find_if(found.sites, [&](const Site &place) { return isSamePlace(place, site); });
    if (known != found.sites.end()) {
      site.role = known->role;
      *known = std::move(site);
    } else {
      site.role = SiteRole::Sync;
      found.sites.push_back(std::move(site));
    }
  }
  run = std::move(found);
}

}  // namespace

std::vector<Finding> merge(std::vector<Finding> staticFindings, std::vector<Finding> runFindings) {
  std::vector<Finding> merged = foldByPlace(std::move(runFindings));
  for (Finding &finding : merged) finding.confirmed = Confirmed::RunOnly;

  const std::size_t runCount = merged.size();
  for (Finding &found : fold(std::move(staticFindings))) {
    std::vector<Finding *> same;
    for (std::size_t i = 0; i < runCount; ++i) {
      if (const Site *own = ownPlaceBehind(merged[i], found)) showAt(*own, merged[i]);
      if (sameError(found, merged[i]) || tellsOfTheEnd(merged[i], found)) same.push_back(&merged[i]);
    }
    confirmGravest(same, found);
    bool seen = !same.empty();
    const auto deadlock = std::ranges::find_if(merged, [&](const Finding &run) { return explains(found, run); });
    if (!seen && deadlock != merged.end()) {
      explain(*deadlock, std::move(found));
      seen = true;
    }
    if (seen) continue;
    found.confirmed = Confirmed::StaticOnly;
    merged.push_back(std::move(found));
  }
  foldDeadBuffers(merged);
  foldConsequences(merged);
  std::ranges::for_each(merged, preferOwnCode);
  sortForReport(merged);
  return merged;
}

}  // namespace lockstep::report
