// coll-concurrent: two unordered collectives on one communicator, each executed by one thread at a time.
#include <fmt/format.h>

#include <algorithm>

#include "passes/StaticRule.h"
#include "passes/ir/SharedHandle.h"
#include "passes/ir/SourceSite.h"

namespace lockstep::passes {

namespace {

using report::Finding;
using report::Site;
using report::SiteRole;

constexpr auto kRule = report::rule("coll-concurrent");

bool isInTask(const ThreadWord &word, const llvm::CallBase *task) {
  return task && std::ranges::any_of(word, [&](const WordToken &token) { return token.at == task; });
}

bool isInTeam(const ThreadWord &word) {
  return std::ranges::any_of(word, [](const WordToken &token) { return token.kind == WordToken::Kind::Parallel; });
}

/// By one thread, or by several under a lock. Without a lock, coll-multithreaded reports the call.
bool isByOneAtATime(const ThreadWord &word) {
  return isInTeam(word) && (!multithreadedRegion(word) || (isInTurn(word) && !isInChosenTurn(word)));
}

bool areConcurrent(const ThreadedCall &first, const ThreadedCall &second) {
  if (concurrentRegions(first.word, second.word)) return true;
  if (multithreadedRegion(first.word) || multithreadedRegion(second.word)) return false;
  return isInTeam(first.word) && (isInTask(first.word, second.forTask) || isInTask(second.word, first.forTask));
}

Site callSite(const ThreadedCall &threaded, std::string label) {
  Site site = sourceSite(threaded.call.instruction(), SiteRole::Call);
  site.call = threaded.call.info().name;
  site.label = std::move(label);
  return site;
}

/// All threads make the call, but not in every run.
bool mayBeLeftOut(const ThreadedCall &threaded) { return multithreadedRegion(threaded.word) && !threaded.isSure; }

/// Calls under a lock are no error; only their order is nondeterministic. A call that is conditional as well may be
/// made by the first thread only, which is an order.
Finding makeFindingUnderLock(const ThreadedCall &first, const ThreadedCall &second) {
  Finding finding;
  finding.rule = kRule;
  const bool isHarmless = first.call.routine() == second.call.routine() || mayBeLeftOut(first) || mayBeLeftOut(second);
  finding.severity = isHarmless ? report::Severity::Note : report::Severity::Warning;
  finding.message =
      fmt::format("{} and {} on the same communicator are kept apart by a lock, but their order is nondeterministic",
                  first.call.info().name, second.call.info().name);
  finding.confirmed = report::Confirmed::StaticOnly;
  finding.sites.push_back(callSite(first, "one thread calls this"));
  finding.sites.push_back(callSite(second, "another one calls this"));
  finding.help = "order the two calls by a barrier or a wait for the task, or give each a communicator of its own";
  return finding;
}

Finding makeFinding(const ThreadedCall &first, const ThreadedCall &second) {
  if (lineOf(second.call.instruction()) < lineOf(first.call.instruction())) return makeFinding(second, first);
  if (mayExclude(first.word, second.word)) return makeFindingUnderLock(first, second);
  Finding finding;
  finding.rule = kRule;
  finding.severity = mayBeLeftOut(first) || mayBeLeftOut(second) ? report::Severity::Warning : report::Severity::Error;
  const bool areDifferent = first.call.routine() != second.call.routine();
  finding.message = fmt::format("{} and {} may run at the same time on two threads, on the same communicator{}",
                                first.call.info().name, second.call.info().name,
                                areDifferent ? ", so that ranks may match different collectives" : "");
  finding.confirmed = report::Confirmed::StaticOnly;
  finding.sites.push_back(callSite(first, "one thread calls this"));
  finding.sites.push_back(callSite(second, "while another may call this"));
  finding.help =
      "order the two regions by a barrier (leave out `nowait`, wait for the task), or give each call a "
      "communicator of its own";
  return finding;
}

std::vector<Finding> check(const ModuleView &view) {
  struct Candidate {
    const ThreadedCall *call;
    const llvm::Value *handle;
  };
  std::vector<Candidate> candidates;
  for (const ThreadedCall &threaded : view.threadedCalls().calls) {
    if (!isCollectiveCall(threaded.call.info()) || !isByOneAtATime(threaded.word)) continue;
    if (const llvm::Value *handle = sharedHandle(threaded.call)) candidates.push_back({&threaded, handle});
  }
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    for (std::size_t j = i + 1; j < candidates.size(); ++j)
      if (candidates[i].handle == candidates[j].handle && areConcurrent(*candidates[i].call, *candidates[j].call))
        findings.push_back(makeFinding(*candidates[i].call, *candidates[j].call));
  return findings;
}

const StaticRule registered(kRule, check);

}  // namespace

}  // namespace lockstep::passes
