// The rules whose findings come from symbolic execution (symex/Exploration.h): arguments, requests, buffers of pending
// operations, epochs, and MPI calls before initialization or after finalization; for decided runs, also errors between
// ranks, and leaks.
#include <algorithm>
#include <utility>

#include "passes/StaticRule.h"
#include "passes/ir/SourceSite.h"

namespace lockstep::passes {

namespace {

constexpr report::Rule kDeadlock = report::rule("deadlock");

/// Found by an analysis of its own, and in decided runs where amounts of data are computed, or members of
/// communicators.
constexpr bool isCollectiveRule(report::Rule rule) {
  const report::RuleInfo &info = report::info(rule);
  return info.family == report::Family::Collectives && info.scope == report::Scope::World;
}

bool isNote(const Mismatch &mismatch) { return mismatch.severity == report::Severity::Note; }  // of other sizes

/// The ranks wait for others that do not call their collective: coll-mismatch reports the reason.
bool isExplained(const report::Finding &deadlock, const ModuleView &view) {
  return std::ranges::any_of(view.collectives().calls, [&](const Mismatch &mismatch) {
    if (isNote(mismatch)) return false;
    return std::ranges::any_of(deadlock.sites, [&](const report::Site &site) {
      const report::Site collective = sourceSite(*mismatch.first.call, report::SiteRole::Call);
      return site.line == collective.line && site.file == collective.file;
    });
  });
}

/// Whether the walk of all ranks (passes/collectives) has found that they are out of step: it says why.
bool isOutOfStep(const ModuleView &view) { return !std::ranges::all_of(view.collectives().calls, isNote); }

template <report::Rule kRule>
std::vector<report::Finding> check(const ModuleView &view) {
  std::vector<report::Finding> findings;
  if (isCollectiveRule(kRule) && isOutOfStep(view)) return findings;
  for (const report::Finding &finding : view.explored().findings)
    if (finding.rule == kRule && (kRule != kDeadlock || !isExplained(finding, view))) findings.push_back(finding);
  return findings;
}

template <std::size_t... kRows>
void registerRows(std::index_sequence<kRows...>) {
  const auto registerRow = []<report::Rule kRule>() {
    constexpr report::Checked kChecked = report::info(kRule).checked;
    if constexpr (kChecked == report::Checked::ByPaths || kChecked == report::Checked::ByRuns ||
                  isCollectiveRule(kRule))
      StaticRule(kRule, check<kRule>);
  };
  (registerRow.template operator()<report::Rule{kRows}>(), ...);
}

[[maybe_unused]] const bool kAreRegistered =
    (registerRows(std::make_index_sequence<std::size(report::detail::kRules)>()), true);

}  // namespace

}  // namespace lockstep::passes
