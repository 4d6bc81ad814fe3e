// The rules whose findings come from symbolic execution (symex/Exploration.h): arguments, requests, buffers of pending
// operations, epochs, and MPI calls before initialization or after finalization; for decided runs, also errors between
// ranks, and leaks.
#include <algorithm>

#include "passes/StaticRule.h"
#include "passes/ir/SourceSite.h"

namespace lockstep::passes {

namespace {

template <report::Rule kRule>
std::vector<report::Finding> check(const ModuleView &view) {
  std::vector<report::Finding> findings;
  for (const report::Finding &finding : view.explored().findings)
    if (finding.rule == kRule) findings.push_back(finding);
  return findings;
}

template <report::Rule kRule>
StaticRule makeRule() {
  return StaticRule(kRule, check<kRule>);
}

/// The ranks wait for others that do not call their collective: coll-mismatch reports the reason.
bool isExplained(const report::Finding &deadlock, const ModuleView &view) {
  return std::ranges::any_of(view.collectives().calls, [&](const Mismatch &mismatch) {
    if (mismatch.severity == report::Severity::Note) return false;  // about another number of ranks
    return std::ranges::any_of(deadlock.sites, [&](const report::Site &site) {
      const report::Site collective = sourceSite(*mismatch.first.call, report::SiteRole::Call);
      return site.line == collective.line && site.file == collective.file;
    });
  });
}

std::vector<report::Finding> checkDeadlock(const ModuleView &view) {
  std::vector<report::Finding> findings = check<report::rule("deadlock")>(view);
  std::erase_if(findings, [&](const report::Finding &finding) { return isExplained(finding, view); });
  return findings;
}

const StaticRule kRegistered[] = {
    makeRule<report::rule("arg-buffer")>(),
    makeRule<report::rule("arg-comm")>(),
    makeRule<report::rule("arg-count")>(),
    makeRule<report::rule("arg-datatype")>(),
    makeRule<report::rule("arg-group")>(),
    makeRule<report::rule("arg-op")>(),
    makeRule<report::rule("arg-other")>(),
    makeRule<report::rule("arg-rank")>(),
    makeRule<report::rule("arg-request")>(),
    makeRule<report::rule("arg-root")>(),
    makeRule<report::rule("arg-tag")>(),
    makeRule<report::rule("arg-window")>(),
    makeRule<report::rule("buffer-overflow")>(),
    makeRule<report::rule("buffer-overlap")>(),
    makeRule<report::rule("buffer-race")>(),
    makeRule<report::rule("buffer-type")>(),
    StaticRule(report::rule("deadlock"), checkDeadlock),
    makeRule<report::rule("deadlock-potential")>(),
    makeRule<report::rule("leak-comm")>(),
    makeRule<report::rule("leak-datatype")>(),
    makeRule<report::rule("leak-errhandler")>(),
    makeRule<report::rule("leak-file")>(),
    makeRule<report::rule("leak-group")>(),
    makeRule<report::rule("leak-info")>(),
    makeRule<report::rule("leak-op")>(),
    makeRule<report::rule("leak-window")>(),
    makeRule<report::rule("lifecycle")>(),
    makeRule<report::rule("message-race")>(),
    makeRule<report::rule("p2p-truncation")>(),
    makeRule<report::rule("p2p-type-mismatch")>(),
    makeRule<report::rule("p2p-unmatched")>(),
    makeRule<report::rule("request-double-start")>(),
    makeRule<report::rule("request-leak")>(),
    makeRule<report::rule("request-missing-start")>(),
    makeRule<report::rule("request-missing-wait")>(),
    makeRule<report::rule("request-overwrite")>(),
    makeRule<report::rule("request-unmatched-wait")>(),
    makeRule<report::rule("rma-bounds")>(),
    makeRule<report::rule("rma-epoch")>(),
    makeRule<report::rule("rma-race-local")>(),
    makeRule<report::rule("rma-race-remote")>(),
};

}  // namespace

}  // namespace lockstep::passes
