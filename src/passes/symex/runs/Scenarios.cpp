#include "passes/symex/runs/Scenarios.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace lockstep::passes::symex {

namespace {

constexpr unsigned kMostScenarios = 12;
constexpr unsigned kMostUndecided = 3;  // at the beginning: then others will not be decided, either
constexpr unsigned kMostPasses = 8;

using Place = std::tuple<std::string, unsigned, unsigned>;

Place placeOf(const report::Site &site) { return {site.file, site.line, site.column}; }

/// Who else waits, and where, may depend on the input.
bool isSame(const report::Finding &a, const report::Finding &b) {
  if (a.rule != b.rule) return false;
  return std::ranges::any_of(a.sites, [&](const report::Site &site) {
    return std::ranges::any_of(b.sites, [&](const report::Site &other) { return placeOf(site) == placeOf(other); });
  });
}

/// Its numbers are those that were chosen for the input.
void markExample(report::Finding &finding) {
  const std::string text = std::string(finding.help.empty() ? "" : "; ") +
                           "the numbers are an example: " + "they depend on the input, and were chosen here";
  const report::Help::Piece example(text);
  if (finding.help.empty() || finding.help.pieces().back() != example) finding.help += report::Help(text);
}

}  // namespace

/// The ranks one after the other, until none learns anything from another.
Scenarios::Outcome Scenarios::explore(JointRun &joint, const Valuation &valuation) const {
  Outcome outcome;
  joint.begin(valuation);
  for (unsigned pass = 0; pass < kMostPasses; ++pass) {
    joint.beginPass();
    DecidedRanks ranks(size_);
    for (int rank = 0; rank < size_ && !joint.isRefused(); ++rank) explore_(rank, joint, ranks);
    outcome.isRefused = joint.isRefused();
    if (outcome.isRefused) break;
    if (joint.hasLearned()) continue;
    outcome.isJudged = ranks.isDecided();
    outcome.findings = ranks.judge();
    break;
  }
  outcome.decisions.assign(joint.decisions().begin(), joint.decisions().end());
  return outcome;
}

void Scenarios::push(Scenario scenario, bool isFirst) {
  if (std::ranges::find(known_, scenario.decisions) != known_.end()) return;
  known_.push_back(scenario.decisions);
  pending_.insert(isFirst ? pending_.end() : pending_.begin(), std::move(scenario));
}

/// The scenarios in which one decision behind those that lead to this one comes out differently.
void Scenarios::branch(const JointRun &joint, const Scenario &scenario, Outcome &outcome) {
  std::vector<Decision> decisions;
  for (const Decision &decision : outcome.decisions) {
    const bool isOld = std::ranges::find(scenario.decisions, decision) != scenario.decisions.end();
    if (decision.isOfLoop) continue;
    if (!isOld) {
      Scenario other{decisions, {}};
      other.decisions.push_back({decision.condition, !decision.outcome, false});
      if (joint.isOfResult(decision)) outcome.siblings.push_back(other.decisions);
      if (auto solved = joint.solve(other.decisions, joint.valuation())) {
        other.valuation = *std::move(solved);
        push(std::move(other), false);
      }
    }
    decisions.push_back(decision);
  }
}

/// With other values that lead the same way, too.
void Scenarios::judge(JointRun &joint, const Scenario &scenario, Outcome outcome) {
  std::vector<report::Finding> findings = std::move(outcome.findings);
  std::vector<Decision> decisions;
  for (const Decision &decision : outcome.decisions)
    if (!decision.isOfLoop) decisions.push_back(decision);
  for (const auto defaults : {Valuation::Defaults::Odd, Valuation::Defaults::Small}) {
    if (findings.empty()) break;
    std::optional<Valuation> other = Valuation{.values = {}, .defaults = defaults};
    for (std::size_t i = 1; i <= decisions.size() && other; ++i)
      other = joint.solve(std::span(decisions).first(i), *other);
    if (!other) continue;
    const Outcome again = explore(joint, *other);
    if (!again.isJudged) continue;
    std::erase_if(findings, [&](report::Finding &finding) {
      const auto same = std::ranges::find_if(again.findings, [&](const auto &other) { return isSame(finding, other); });
      if (same == again.findings.end()) return true;
      if (same->help != finding.help || same->message != finding.message) markExample(finding);
      return false;
    });
  }
  judged_.push_back({scenario.decisions, std::move(findings), std::move(outcome.siblings)});
}

void Scenarios::run() {
  ExprPool terms;
  JointRun joint(terms);
  push({}, true);
  unsigned explored = 0;
  unsigned undecided = 0;
  while (!pending_.empty()) {
    const Scenario scenario = std::move(pending_.back());
    pending_.pop_back();
    if (explored >= kMostScenarios || (judged_.empty() && undecided >= kMostUndecided)) {
      isComplete_ = false;
      return;
    }
    Outcome outcome = explore(joint, scenario.valuation);
    ++explored;
    if (outcome.isRefused) continue;
    branch(joint, scenario, outcome);
    if (!outcome.isJudged) {
      ++undecided;
      isComplete_ = false;
      continue;
    }
    judge(joint, scenario, std::move(outcome));
  }
}

/// Whether the scenario has the finding, and all that differ from it by what the ranks have computed: which of these
/// there can be is not known.
bool Scenarios::has(const Judged &scenario, const report::Finding &finding) const {
  const auto isIn = [&](const Judged &other) {
    return std::ranges::any_of(other.findings, [&](const auto &same) { return isSame(finding, same); });
  };
  if (!isIn(scenario)) return false;
  return std::ranges::all_of(scenario.siblings, [&](const std::vector<Decision> &decisions) {
    const auto sibling = std::ranges::find(judged_, decisions, &Judged::decisions);
    return sibling == judged_.end() || isIn(*sibling);
  });
}

std::vector<report::Finding> Scenarios::findings() const {
  std::vector<report::Finding> findings;
  for (const Judged &scenario : judged_)
    for (const report::Finding &found : scenario.findings) {
      const bool isKnown = std::ranges::any_of(findings, [&](const auto &other) { return isSame(found, other); });
      if (isKnown || !has(scenario, found)) continue;
      const bool isEverywhere = std::ranges::all_of(judged_, [&](const Judged &other) { return has(other, found); });
      if (!isEverywhere && report::info(found.rule).family == report::Family::Leaks) continue;
      report::Finding finding = found;
      if (!isEverywhere || !isComplete_) finding.severity = std::max(finding.severity, report::Severity::Warning);
      if (!isEverywhere) finding.message = "depending on the input, " + finding.message;
      findings.push_back(std::move(finding));
    }
  return findings;
}

}  // namespace lockstep::passes::symex
