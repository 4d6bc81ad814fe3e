#include "report/merge/OwnCode.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "mpi/Routine.h"
#include "report/Place.h"

namespace lockstep::report {
namespace {

/// An access by code that stands in a header of the system, on behalf of the program.
bool isAccessOfSystem(const Site &site) {
  return site.line != 0 && isOfSystem(site.file) && !mpi::findRoutine(site.call);
}

/// What the help says of one place is said of the other.
void movePlace(Help &help, const Site &from, const Site &to) {
  for (Help::Piece &piece : help.pieces())
    if (piece == Help::Piece(Help::Place{from.file, from.line})) piece = Help::Place{to.file, to.line};
}

/// The place becomes that of another access of the same kind.
void swapPlaces(Site &a, Site &b) {
  std::swap(a.file, b.file);
  std::swap(a.line, b.line);
  std::swap(a.column, b.column);
  std::swap(a.function, b.function);
  std::swap(a.stack, b.stack);
}

}  // namespace

const Site *ownPlaceBehind(const Finding &run, const Finding &found) {
  if (!mayBeSameError(run.rule, found.rule)) return nullptr;
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

}  // namespace lockstep::report
