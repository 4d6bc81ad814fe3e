// The rules whose findings come from playing the program (play/Plays.h): arguments, requests, buffers in flight,
// epochs.
#include "passes/StaticRule.h"

namespace lockstep::passes {

namespace {

template <report::Rule kRule>
std::vector<report::Finding> check(const ModuleView &view) {
  std::vector<report::Finding> findings;
  for (const report::Finding &finding : view.played())
    if (finding.rule == kRule) findings.push_back(finding);
  return findings;
}

template <report::Rule kRule>
StaticRule makeRule() {
  return StaticRule(kRule, check<kRule>);
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
    makeRule<report::rule("buffer-race")>(),
    makeRule<report::rule("buffer-type")>(),
    makeRule<report::rule("deadlock")>(),
    makeRule<report::rule("deadlock-potential")>(),
    makeRule<report::rule("p2p-unmatched")>(),
    makeRule<report::rule("request-double-start")>(),
    makeRule<report::rule("request-leak")>(),
    makeRule<report::rule("request-missing-start")>(),
    makeRule<report::rule("request-missing-wait")>(),
    makeRule<report::rule("request-overwrite")>(),
    makeRule<report::rule("request-unmatched-wait")>(),
    makeRule<report::rule("rma-epoch")>(),
    makeRule<report::rule("rma-race-local")>(),
};

}  // namespace

}  // namespace lockstep::passes
