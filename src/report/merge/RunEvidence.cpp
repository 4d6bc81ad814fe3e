#include "report/merge/RunEvidence.h"

#include <algorithm>

#include "mpi/Routine.h"
#include "report/Place.h"

namespace lockstep::report {
namespace {

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

}  // namespace

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
