#include "engine/Rule.h"

#include <map>

namespace lockstep::engine {
namespace {

/// By row in Rules.def; several classes may detect one rule. A function-local static, since rules register themselves
/// before main in unspecified order.
std::multimap<std::uint16_t, RuleFactory> &registry() {
  static std::multimap<std::uint16_t, RuleFactory> factories;
  return factories;
}

}  // namespace

void registerRule(report::Rule rule, RuleFactory make) { registry().emplace(rule.index, make); }

std::vector<RulePtr> makeRules(bool (*isWanted)(report::Rule)) {
  std::vector<RulePtr> rules;
  for (const auto &[row, make] : registry())
    if (isWanted(report::Rule{row})) rules.push_back(make());
  return rules;
}

}  // namespace lockstep::engine
