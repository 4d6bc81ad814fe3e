// coll-multithreaded: all threads of a parallel region execute a collective on one communicator.
//
// Under a lock it is no error, but a note: equal calls in any order are the same sequence for the other ranks. Two
// different collectives under a lock are left to CollConcurrent.cpp. A region of one thread that is executed again with
// nothing in between is executed by several threads, too.
#include <fmt/format.h>

#include "passes/StaticRule.h"
#include "passes/ir/SharedHandle.h"
#include "passes/ir/SourceSite.h"
#include "passes/threads/UnorderedCalls.h"

namespace lockstep::passes {

namespace {

using report::Finding;
using report::Severity;
using report::Site;
using report::SiteRole;

constexpr auto kRule = report::rule("coll-multithreaded");

Severity severityOf(bool inTurn, bool isSure) {
  if (inTurn) return Severity::Note;
  return isSure ? Severity::Error : Severity::Warning;
}

Finding makeFinding(const ThreadedCall &threaded, const WordToken &region) {
  const std::string_view name = threaded.call.info().name;
  const bool inTurn = isInTurn(threaded.word);
  Finding finding;
  finding.rule = kRule;
  finding.severity = severityOf(inTurn, threaded.isSure);
  finding.message = fmt::format("{} {} several threads of a process on the same communicator{}", name,
                                threaded.isSure ? "is called by" : "may be called by", inTurn ? ", in turn" : "");
  finding.confirmed = report::Confirmed::StaticOnly;
  Site site = sourceSite(threaded.call.instruction(), SiteRole::Call);
  site.call = name;
  finding.sites.push_back(std::move(site));
  if (region.at) {
    Site start = sourceSite(*region.at, SiteRole::Branch);
    start.label = "the threads start here";
    finding.sites.push_back(std::move(start));
  }
  finding.help = fmt::format("let one thread call {}: inside `single`, or `masked` followed by a barrier", name);
  return finding;
}

Finding makeFinding(const ThreadedCall &threaded, const RepeatedRegion &repeated) {
  const std::string_view name = threaded.call.info().name;
  Finding finding;
  finding.rule = kRule;
  finding.severity = severityOf(false, repeated.isSure);
  finding.message = fmt::format("{} {} several threads of a process on the same communicator", name,
                                repeated.isSure ? "is called by" : "may be called by");
  finding.confirmed = report::Confirmed::StaticOnly;
  Site site = sourceSite(threaded.call.instruction(), SiteRole::Call);
  site.call = name;
  finding.sites.push_back(std::move(site));
  Site start = sourceSite(*repeated.region->at, SiteRole::Branch);
  start.label = "executed again with no barrier or wait in between, perhaps by another thread";
  finding.sites.push_back(std::move(start));
  finding.help = "order the executions of the region by a barrier (leave out `nowait`) or a wait for the task";
  return finding;
}

std::vector<Finding> check(const ModuleView &view) {
  std::vector<Finding> findings;
  for (const ThreadedCall &threaded : view.threadedCalls().calls) {
    if (!isCollectiveCall(threaded.call.info()) || isInChosenTurn(threaded.word) || !sharedHandle(threaded.call))
      continue;
    if (const WordToken *region = multithreadedRegion(threaded.word))
      findings.push_back(makeFinding(threaded, *region));
    else if (const RepeatedRegion repeated = repeatedRegion(threaded); repeated.region)
      findings.push_back(makeFinding(threaded, repeated));
  }
  return findings;
}

const StaticRule registered(kRule, check);

}  // namespace

}  // namespace lockstep::passes
