#include "report/merge/Fold.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "mpi/Routine.h"
#include "report/Place.h"
#include "report/merge/Consequences.h"
#include "report/text/CallText.h"
#include "report/text/FunctionName.h"

namespace lockstep::report {
namespace {

/// Which places are the same when ranks and threads do not matter.
using SiteKey = std::tuple<SiteRole, std::string, unsigned, unsigned, std::string>;
/// Which findings are the same. A race is its two accesses, in whatever epochs they lie. The message counts only where
/// no site tells findings apart.
using FindingKey = std::tuple<std::uint16_t, Severity, std::vector<SiteKey>, std::string>;

SiteKey keyOf(const Site &site) { return {site.role, placeName(site), site.line, site.column, site.call}; }

FindingKey keyOf(const Finding &finding) {
  std::vector<SiteKey> sites;
  for (const Site &site : finding.sites)
    if (!finding.race || site.role == SiteRole::Access) sites.push_back(keyOf(site));
  std::ranges::sort(sites);
  if (!finding.race) sites.erase(std::unique(sites.begin(), sites.end()), sites.end());  // of several callers
  return {finding.rule.index, finding.severity, std::move(sites), finding.sites.empty() ? finding.message : ""};
}

/// Both are known, and they are not the same.
bool haveDifferentCallers(const Site &a, const Site &b) {
  return !a.stack.empty() && !b.stack.empty() && !std::ranges::equal(a.stack, b.stack, &Frame::isSameAs);
}

/// Both say what happens there, and not the same: what is true of the ranks of the one need not be of the other's.
bool haveDifferentLabels(const Site &a, const Site &b) {
  return a.role != SiteRole::Access && !a.label.empty() && !b.label.empty() && a.label != b.label;
}

/// What holds for both: where the callers differ, those behind them do not count.
void uniteCallers(Site &site, const Site &other) {
  if (site.stack.empty()) site.stack = other.stack;
  if (!haveDifferentCallers(site, other)) return;
  const auto differing = std::ranges::mismatch(site.stack, other.stack, &Frame::isSameAs).in1;
  site.stack.erase(differing, site.stack.end());
}

void unite(std::vector<int> &ranks, const std::vector<int> &more) {
  std::vector<int> all = ranks;
  all.insert(all.end(), more.begin(), more.end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  ranks = std::move(all);
}

void addRanks(Site &site, const std::vector<int> &more) {
  unite(site.ranks, more);
  site.rank = site.ranks.empty() ? -1 : site.ranks.front();
}

/// Unites the ranks of `sites` with those of the same places in `more`; the n-th of equal places in one goes with the
/// n-th in the other, since a race may have the same place twice. Places that `sites` lacks are appended, but not where
/// they only say something else of a place.
template <class IsSame>
void absorbSites(std::vector<Site> &sites, const std::vector<Site> &more, IsSame isSame) {
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
    addRanks(sites[i], other.ranks);
    uniteCallers(sites[i], other);
  }
}

/// Makes places that the finding names several times one site, but never the two accesses of a race, nor calls of a
/// function that has different callers.
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
      addRanks(*same, site.ranks);
      uniteCallers(*same, site);
    }
  }
  sites = std::move(folded);
}

/// A window has no name but the place where it was made.
void nameWindow(Finding &finding) {
  if (!finding.race || !finding.race->window.empty()) return;
  const auto made = std::ranges::find(finding.sites, SiteRole::Creation, &Site::role);
  if (made == finding.sites.end()) return;
  finding.race->window = made->line == 0 ? fmt::format("made by {}", made->call)
                                         : fmt::format("{} at {}:{}", made->call, baseName(made->file), made->line);
}

void absorbFurther(Finding &finding, const std::vector<Site> &more) {
  const auto isNew = [&](const Site &place) {
    return std::ranges::none_of(finding.further, [&](const Site &site) { return isSamePlaceOfCall(site, place); });
  };
  for (const Site &place : more)
    if (isNew(place)) finding.further.push_back(place);
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

void sortForReport(std::vector<Finding> &findings) {
  const auto order = [](const Finding &finding) {
    const Site first = finding.sites.empty() ? Site{} : finding.sites.front();
    return std::tuple(finding.severity, placeName(first), first.line, first.column, finding.rule.index, keyOf(finding));
  };
  std::ranges::sort(findings, std::less{}, order);
}

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

bool includes(const std::vector<const Site *> &sites, const std::vector<const Site *> &others) {
  return std::ranges::all_of(others, [&](const Site *other) {
    return std::ranges::any_of(sites, [&](const Site *site) { return isSamePlace(*site, *other); });
  });
}

/// The static analysis sees that several threads come to a collective; the run sees two of them in it.
bool isSameKind(Rule a, Rule b) { return a == b || (isOfCollectivesByThreads(a) && isOfCollectivesByThreads(b)); }

/// About how MPI is initialized (nobody looks at the level that it provides), not about who calls.
bool isAboutInitialization(const Finding &finding) {
  const std::vector<const Site *> sites = primarySites(finding);
  const auto routine = sites.empty() ? std::nullopt : mpi::findRoutine(sites.front()->call);
  return routine && mpi::info(*routine).effect == mpi::Effect::Init;
}

bool sameError(const Finding &a, const Finding &b) {
  if (!isSameKind(a.rule, b.rule)) return false;
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

/// An access by code that stands in a header of the system, on behalf of the program.
bool isAccessOfSystem(const Site &site) {
  return site.line != 0 && isOfSystem(site.file) && !mpi::findRoutine(site.call);
}

/// The place in the program's own code that stands behind the accesses which the run saw in a header of the system: the
/// static analysis found it for the same operation. Null where there is none.
const Site *ownPlaceBehind(const Finding &run, const Finding &found) {
  if (!isSameKind(run.rule, found.rule)) return nullptr;
  const std::vector<const Site *> seen = primarySites(run);
  const Site *own = nullptr;
  for (const Site *place : primarySites(found)) {
    if (place->line == 0) return nullptr;
    const bool isSeen = std::ranges::any_of(seen, [&](const Site *site) { return isSamePlace(*site, *place); });
    if (isSeen) continue;
    if (own != nullptr || mpi::findRoutine(place->call) || isOfSystem(place->file)) return nullptr;
    own = place;
  }
  const auto isExplained = [&](const Site *site) {
    if (isAccessOfSystem(*site)) return own != nullptr && site->role == own->role;
    return std::ranges::any_of(primarySites(found), [&](const Site *place) { return isSamePlace(*site, *place); });
  };
  const auto isOfOwnKind = [&](const Site &site) { return isAccessOfSystem(site) && site.call == own->call; };
  const auto isOfOwnKindToo = [&](const Site *site) { return isOfOwnKind(*site); };
  if (own == nullptr || seen.size() < 2 || !std::ranges::all_of(seen, isExplained)) return nullptr;
  return std::ranges::any_of(placesOf(run), isOfOwnKindToo) ? own : nullptr;
}

/// What the help says of one place is said of the other.
void movePlace(Help &help, const Site &from, const Site &to) {
  for (Help::Piece &piece : help.pieces())
    if (piece == Help::Piece(Help::Place{from.file, from.line})) piece = Help::Place{to.file, to.line};
}

/// Shows the accesses in headers of the system at the program's own place; the label tells of the header.
void showAt(const Site &own, Finding &run) {
  for (Site &site : run.sites) {
    if (!isAccessOfSystem(site) || site.role != own.role) continue;
    movePlace(run.help, site, own);
    site.label += fmt::format(" (in {}, {}:{})", plainFunction(site.function), baseName(site.file), site.line);
    site.file = own.file;
    site.line = own.line;
    site.column = own.column;
    site.function = own.function;
    site.call = own.call;
  }
  std::erase_if(run.further, isAccessOfSystem);
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

bool didRun(const Site &site, const std::vector<Site> &visited) {
  return std::ranges::any_of(visited, [&](const Site &place) {
    const bool isSameColumn = site.column == place.column || site.column == 0 || place.column == 0;
    return isSameColumn && site.line == place.line && baseName(fileOrModule(site)) == baseName(fileOrModule(place));
  });
}

/// Whether what happens there is recorded whenever it does: loads and stores only of memory that matters just then,
/// calls of the C library not at all.
bool isRecorded(const Site &site) { return mpi::findRoutine(site.call).has_value(); }

/// Another thread may do it at the same time, as the static analysis says.
bool isBetweenThreads(const Finding &finding) {
  if (isOfCollectivesByThreads(finding.rule)) return true;
  return finding.cause.kind == Cause::Kind::Unordered;
}

/// Whether a run would have reported the error where it happens. That threads were in order this once proves nothing,
/// nor that an operation was complete early enough.
bool isJudgedInFull(const Finding &finding, const RunEvidence &evidence) {
  if (isBetweenThreads(finding)) return false;
  switch (info(finding.rule).refuted) {
    case Refuted::Never:
      return false;
    case Refuted::ByCalls:
      return true;
    case Refuted::ByAccesses:
      return evidence.sawAccesses && finding.severity == Severity::Error;
  }
  return false;
}

/// The place becomes that of another access of the same kind.
void swapPlaces(Site &a, Site &b) {
  std::swap(a.file, b.file);
  std::swap(a.line, b.line);
  std::swap(a.column, b.column);
  std::swap(a.function, b.function);
  std::swap(a.stack, b.stack);
}

/// A place in the program's own code comes before one in a header of the system: another access of the same cause, else
/// where the operation starts.
void preferOwnCode(Finding &finding) {
  if (finding.sites.empty() || !isAccessOfSystem(finding.sites.front())) return;
  Site &first = finding.sites.front();
  const auto isOwn = [](const Site &site) { return site.line != 0 && !isOfSystem(site.file); };
  const auto other =
      std::ranges::find_if(finding.further, [&](const Site &site) { return isOwn(site) && site.call == first.call; });
  if (other != finding.further.end()) {
    movePlace(finding.help, first, *other);
    return swapPlaces(first, *other);
  }
  const auto start =
      std::ranges::find_if(finding.sites, [&](const Site &site) { return isOwn(site) && site.role == first.role; });
  if (start == finding.sites.end()) return;
  std::rotate(finding.sites.begin(), start, std::next(start));
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

}  // namespace

std::vector<Finding> fold(std::vector<Finding> findings) {
  std::vector<Finding> folded = foldByPlace(std::move(findings));
  std::ranges::for_each(folded, preferOwnCode);
  sortForReport(folded);
  return folded;
}

std::string fingerprint(const Finding &finding) {
  std::vector<std::string> sites;
  std::set<SiteKey> seen;
  for (const Site *site : primarySites(finding))
    if (seen.insert(keyOf(*site)).second || site->role == SiteRole::Access)
      sites.push_back(fmt::format("{}|{}|{}|{}", name(site->role), baseName(fileOrModule(*site)),
                                  plainFunction(site->function), site->call));
  std::ranges::sort(sites);
  return fmt::format("{:016x}", fnv1a(fmt::format("{}\n{}", info(finding.rule).id, fmt::join(sites, "\n"))));
}

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

void judgeByRun(std::vector<Finding> &findings, const RunEvidence &evidence) {
  for (Finding &finding : findings) {
    if (finding.confirmed != Confirmed::StaticOnly) continue;
    const std::vector<const Site *> sites = primarySites(finding);
    if (std::ranges::any_of(sites, [](const Site *site) { return site->line == 0; })) continue;
    const auto isMissed = [&](const Site *site) { return !didRun(*site, evidence.visited); };
    if (std::ranges::any_of(sites, [&](const Site *site) { return isRecorded(*site) && isMissed(site); }))
      finding.confirmed = Confirmed::NotExercised;
    else if (std::ranges::any_of(sites, isMissed))
      continue;
    else if (evidence.isComplete && isJudgedInFull(finding, evidence)) {
      finding.confirmed = Confirmed::RefutedByRun;
      finding.severity = Severity::Note;
    }
  }
}

}  // namespace lockstep::report
