#include "report/Rule.h"

#include "report/text/Words.h"

namespace lockstep::report {

std::span<const RuleInfo> rules() { return detail::kRules; }

const RuleInfo &info(Rule rule) { return detail::kRules[rule.index]; }

std::optional<Rule> findRule(std::string_view id) { return detail::find(id); }

bool isOfCollectives(Rule rule) { return info(rule).family == Family::Collectives && info(rule).scope == Scope::World; }

bool isOfCollectivesByThreads(Rule rule) {
  return info(rule).family == Family::Collectives && info(rule).scope == Scope::Process;
}

bool isDataRace(Rule rule) { return info(rule).refuted == Refuted::ByAccesses; }

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      return "note";
  }
  return {};
}

std::optional<Severity> findSeverity(std::string_view name) { return findWord(name, Severity::Note); }

}  // namespace lockstep::report
