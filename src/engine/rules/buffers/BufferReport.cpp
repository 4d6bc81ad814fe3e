#include "engine/rules/buffers/BufferReport.h"

#include <string>

#include "engine/rules/EarlierCalls.h"
#include "semantics/PendingBuffer.h"

namespace lockstep::engine {
namespace {

using semantics::BufferVerdict;

report::Site accessAt(const Call &call, std::string_view label) {
  report::Site site = call.process->siteOf(call, std::string(label));
  site.role = report::SiteRole::Access;
  return site;
}

/// A persistent operation is started elsewhere than where its buffer is named.
void addMaking(report::Finding &finding, const Call &made, const Call &since) {
  if (&made == &since) return;
  finding.sites.push_back(made.process->siteOf(made, "the operation is set up here"));
  finding.sites.back().role = report::SiteRole::Creation;
}

/// So that what is reported first does not depend on which came first.
bool isLaterPlace(const Call &one, const Call &other) {
  report::Finding pair;
  addInOrderOfPlace(pair, one.process->siteOf(one), other.process->siteOf(other));
  return !isSamePlace(pair.sites.front(), one.process->siteOf(one));
}

BufferVerdict judge(const BufferConflict &conflict, const mpi::RoutineInfo *other) {
  return semantics::judgeUses({conflict.made->routine, conflict.isWritten}, {other, conflict.writes},
                              conflict.isUnordered ? semantics::UseOrder::Unordered : semantics::UseOrder::WhilePending)
      .value();
}

report::Finding makeFinding(const BufferVerdict &found, const BufferConflict &conflict, report::Site other) {
  report::Finding finding = engine::makeFinding(found.verdict.rule, found.verdict.message);
  finding.help = found.verdict.help;
  finding.cause = found.verdict.cause;
  finding.ranks = {conflict.since->rank()};
  finding.sites = {std::move(other), accessAt(*conflict.since, found.operationLabel)};
  finding.cause.operations = {operationKey(*conflict.since)};
  addMaking(finding, *conflict.made, *conflict.since);
  return finding;
}

}  // namespace

report::Site pendingAt(const Call &since) { return accessAt(since, semantics::kPendingSince); }

/// Some of the first operations may be lost, which is another error then.
bool BufferReport::isNew(const BufferConflict &conflict, const Place &place) {
  constexpr unsigned kMostReported = 8;
  Reported &reported = reported_[{conflict.since->rank(), placeOf(*conflict.since), place}];
  if (reported.times == kMostReported || reported.last == conflict.since->number) return false;
  ++reported.times;
  reported.last = conflict.since->number;
  return true;
}

void BufferReport::reportCall(const BufferConflict &conflict, const Call &made, const Call &since,
                              ProcessContext &context) {
  if (conflict.isUnordered && isLaterPlace(*conflict.since, since))
    return reportCall({made.self(), since.self(), conflict.writes, conflict.isWritten, true}, *conflict.made,
                      *conflict.since, context);
  if (!isNew(conflict, placeOf(since))) return;
  const BufferVerdict found = judge(conflict, made.routine);
  report::Finding finding = makeFinding(found, conflict, accessAt(since, found.label));
  addMaking(finding, made, since);
  context.report(std::move(finding));
}

void BufferReport::reportAccess(const BufferConflict &conflict, unsigned thread, std::uint32_t site,
                                ProcessContext &context) {
  if (!isNew(conflict, {thread, site})) return;
  const BufferVerdict found = judge(conflict, nullptr);
  const PlaceOfAccess access{conflict.writes ? "store" : "load", thread, site};
  context.report(makeFinding(found, conflict, conflict.since->process->siteOf(access, std::string(found.label))));
}

void BufferReport::reportRelease(const BufferConflict &conflict, const Release &release,
                                 std::vector<report::Site> others, ProcessContext &context) {
  if (!isNew(conflict, {release.thread, release.site})) return;
  const BufferVerdict found = semantics::endsWhilePending(*conflict.made->routine, endOf(release));
  report::Finding finding =
      makeFinding(found, conflict, conflict.since->process->siteOf(engine::placeOf(release), std::string(found.label)));
  finding.further = std::move(others);
  context.report(std::move(finding));
}

}  // namespace lockstep::engine
