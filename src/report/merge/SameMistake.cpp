#include "report/merge/SameMistake.h"

#include <algorithm>
#include <string>

#include "mpi/Routine.h"
#include "report/Place.h"

namespace lockstep::report {
namespace {

using Kind = Cause::Kind;

bool isAtSameCall(const Finding &a, const Finding &b) {
  const Site &one = a.sites.front();
  return one.line != 0 && isSamePlaceOfCall(one, b.sites.front());
}

bool isAboutSameArgument(const Finding &a, const Finding &b) {
  return isAtSameCall(a, b) && a.cause.argument >= 0 && a.cause.argument == b.cause.argument;
}

/// With elements as large as the variable's, the call would stay within the memory.
bool explainsShortage(const Cause &type, const Cause &shortage) {
  if (type.there == 0 || type.accessed == 0 || shortage.there == 0 || shortage.accessed == 0) return false;
  return shortage.accessed / type.accessed * type.there <= shortage.there;
}

bool isOfOneObject(const Finding &a, const Finding &b) {
  const auto made = [](const Finding &finding) {
    return std::ranges::find(finding.sites, SiteRole::Creation, &Site::role);
  };
  return made(a) != a.sites.end() && made(b) != b.sites.end() && made(a)->line != 0 &&
         isSamePlaceOfCall(*made(a), *made(b));
}

/// The call that wrote past the end was the last one of the process.
bool isDeathAfter(const Finding &death, const Finding &overflow) {
  const auto isOfDead = [&](const Site &site) { return std::ranges::includes(death.ranks, site.ranks); };
  return std::ranges::includes(overflow.ranks, death.ranks) && overflow.sites.front().line != 0 &&
         std::ranges::any_of(death.sites, [&](const Site &site) {
           return isOfDead(site) && isSamePlaceOfCall(site, overflow.sites.front());
         });
}

/// About an access by one thread, and an operation started by another thread in another function.
bool isOfAccess(const Finding &finding) {
  if (finding.rule != rule("buffer-race") || finding.sites.size() < 2) return false;
  const Site &access = finding.sites[0];
  const Site &start = finding.sites[1];
  return !mpi::findRoutine(access.call) && mpi::findRoutine(start.call) && access.line != 0 && start.line != 0;
}

bool isInSameFunction(const Site &a, const Site &b) {
  return baseName(a.file) == baseName(b.file) && plainFunction(a.function) == plainFunction(b.function);
}

bool accessesAtLine(const Finding &finding, unsigned line) {
  const auto isAccess = [&](const Site &site) { return site.line == line && !mpi::findRoutine(site.call); };
  return std::ranges::any_of(finding.sites, isAccess) || std::ranges::any_of(finding.further, isAccess);
}

/// The callers of the operations identify the parallel region if known; otherwise the line of the access does.
bool lackSameBarrier(const Finding &a, const Finding &b) {
  if (!isOfAccess(a) || !isOfAccess(b) || a.severity != b.severity) return false;
  if (!isInSameFunction(a.sites[0], b.sites[0]) || !isInSameFunction(a.sites[1], b.sites[1]) ||
      isInSameFunction(a.sites[0], a.sites[1]))
    return false;
  if (a.sites[1].stack.empty() || b.sites[1].stack.empty())
    return accessesAtLine(a, b.sites[0].line) || accessesAtLine(b, a.sites[0].line);
  return std::ranges::equal(a.sites[1].stack, b.sites[1].stack, &Frame::isSameAs);
}

}  // namespace

bool isSameMistake(const Finding &finding, const Finding &from) {
  if (finding.sites.empty() || from.sites.empty()) return false;
  switch (finding.cause.kind) {
    case Kind::Other:
    case Kind::WrongType:
      return false;
    case Kind::WrongLayout:
      return from.cause.kind == Kind::WrongLayout && from.cause.misfit == finding.cause.misfit &&
             isOfOneObject(finding, from);
    case Kind::NotCommitted:
      return from.cause.kind == Kind::NotCommitted && isOfOneObject(finding, from);
    case Kind::TooShort:
      return from.cause.kind == Kind::WrongType && isAboutSameArgument(finding, from) &&
             explainsShortage(from.cause, finding.cause);
    case Kind::EntriesOverlap:
      return from.cause.kind == Kind::WrongLayout && isAboutSameArgument(finding, from);
    case Kind::Signal:
      return from.cause.kind == Kind::TooShort && isDeathAfter(finding, from);
    case Kind::MemoryGone:  // an optimizer moves the return to another line
      return from.cause.kind == Kind::MemoryGone && isOfOneObject(finding, from) &&
             isInSameFunction(finding.sites.front(), from.sites.front());
    case Kind::Unordered:
      return from.cause.kind == Kind::Unordered && lackSameBarrier(finding, from);
  }
  return false;
}

}  // namespace lockstep::report
