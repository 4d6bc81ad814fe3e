#include "engine/process/Findings.h"

#include <utility>

#include <fmt/format.h>

namespace lockstep::engine {

report::Finding makeFinding(report::Rule rule, std::string message) {
  report::Finding finding;
  finding.rule = rule;
  finding.severity = report::info(rule).severity;
  finding.message = std::move(message);
  return finding;
}

report::Finding makeFinding(report::Rule rule, std::string message, const Call &call, std::string label) {
  report::Finding finding = makeFinding(rule, std::move(message));
  if (call.rank() >= 0) finding.ranks = {call.rank()};
  finding.sites = {call.process->siteOf(call, std::move(label))};
  return finding;
}

report::Finding makeFinding(const semantics::Verdict &verdict, const Call &call, std::string label) {
  report::Finding finding = makeFinding(verdict.rule, verdict.message, call, std::move(label));
  finding.severity = verdict.severity;
  finding.help = verdict.help;
  finding.cause = verdict.cause;
  return finding;
}

report::Finding makeFinding(const semantics::PlacedVerdict<CallPtr> &placed) {
  const auto &[verdict, at, label, other, otherLabel] = placed;
  report::Finding finding = makeFinding(verdict, *at, std::string(label));
  if (other) finding.sites.push_back(other->process->siteOf(*other, std::string(otherLabel)));
  return finding;
}

semantics::MemoryEnd endOf(const Release &release) {
  return release.how == trace::ReleaseKind::Return ? semantics::MemoryEnd::Return : semantics::MemoryEnd::Free;
}

PlaceOfAccess placeOf(const Release &release) {
  return {release.how == trace::ReleaseKind::Return ? "return" : "free", release.thread, release.site, release.stack};
}

report::Cause::Key operationKey(const Call &started) { return {started.rank(), started.number}; }

std::string doing(const std::vector<int> &ranks, const std::string &verb) {
  if (ranks.empty()) return fmt::format("a process {}s", verb);
  return fmt::format("{} {}{}", report::describeRanks(ranks), verb, ranks.size() == 1 ? "s" : "");
}

}  // namespace lockstep::engine
