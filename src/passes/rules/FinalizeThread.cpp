// lifecycle: MPI is finalized by the thread that initialized it, after all other calls of the process.
//
// An error if a construct that any thread may execute finalizes, or all threads do, and if nothing orders a call of
// another thread before. Reported once per module.
#include <algorithm>

#include "passes/StaticRule.h"
#include "passes/ir/SourceSite.h"
#include "passes/threads/UnorderedCalls.h"
#include "semantics/ThreadOrder.h"

namespace lockstep::passes {

namespace {

using report::Finding;
using report::Site;
using report::SiteRole;

constexpr auto kRule = report::rule("lifecycle");

bool isInTeam(const ThreadedCall &threaded) {
  return std::ranges::any_of(threaded.word,
                             [](const WordToken &token) { return token.kind == WordToken::Kind::Parallel; });
}

bool isFinalize(const ThreadedCall &threaded) { return threaded.call.info().effect == mpi::Effect::Finalize; }

/// Where MPI is initialized inside of a team, its thread is unknown.
bool isInitializedOutside(const ThreadedCalls &threaded) {
  return std::ranges::none_of(threaded.calls, [](const ThreadedCall &call) {
    return call.call.info().effect == mpi::Effect::Init && isInTeam(call);
  });
}

Finding makeFinding(semantics::Verdict verdict, bool isCertain) {
  Finding finding;
  finding.rule = kRule;
  finding.severity = isCertain ? verdict.severity : report::Severity::Warning;
  finding.message = std::move(verdict.message);
  finding.help = std::move(verdict.help);
  finding.confirmed = report::Confirmed::StaticOnly;
  return finding;
}

Site siteOf(const ThreadedCall &threaded, std::string label) {
  Site site = sourceSite(threaded.call.instruction(), SiteRole::Call);
  site.call = threaded.call.info().name;
  site.label = std::move(label);
  return site;
}

std::optional<semantics::Verdict> judgeThread(const ThreadedCall &finalize) {
  if (isInChosenTurn(finalize.word)) return std::nullopt;
  if (multithreadedRegion(finalize.word)) return semantics::finalizedByOther(finalize.call.info());
  for (const WordToken &token : finalize.word) {
    if (!token.isOneThread() || token.kind == WordToken::Kind::Master) continue;
    if (token.thread == WordToken::kSomeNumber) return std::nullopt;
    return token.isNamed() ? semantics::finalizedByOther(finalize.call.info())
                           : semantics::finalizedInConstruct(finalize.call.info());
  }
  return std::nullopt;
}

std::vector<Finding> judge(const ThreadedCall &finalize, const ThreadedCalls &threaded) {
  if (std::optional<semantics::Verdict> verdict = judgeThread(finalize)) {
    Finding finding = makeFinding(std::move(*verdict), finalize.isMet);
    finding.sites.push_back(siteOf(finalize, ""));
    return {std::move(finding)};
  }
  for (const ThreadedCall &other : threaded.calls) {
    if (&other == &finalize || mpi::isAllowedAnytime(other.call.routine()) || !mpi::isRecorded(other.call.info().cls) ||
        separation(finalize, other) != Separation::Nothing)
      continue;
    Finding finding =
        makeFinding(semantics::finalizedBeside(finalize.call.info(), other.call.info()), finalize.isMet && other.isMet);
    finding.sites.push_back(siteOf(finalize, "MPI is finalized here"));
    finding.sites.push_back(siteOf(other, "called by another thread"));
    return {std::move(finding)};
  }
  return {};
}

std::vector<Finding> check(const ModuleView &view) {
  const ThreadedCalls &threaded = view.threadedCalls();
  if (!threaded.hasThreads || !isInitializedOutside(threaded)) return {};
  for (const ThreadedCall &call : threaded.calls) {
    if (!isFinalize(call) || !isInTeam(call)) continue;
    if (std::vector<Finding> findings = judge(call, threaded); !findings.empty()) return findings;
  }
  return {};
}

const StaticRule registered(kRule, check);

}  // namespace

}  // namespace lockstep::passes
