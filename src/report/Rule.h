// The rules, from Rules.def: one row each. A rule that is not detected yet has a PLANNED_RULE row.
//
// The table stands in the header so that `rule("id")` is looked up at compile time: an analysis that names a rule
// which has no row does not compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lockstep::report {

enum class Severity : std::uint8_t { Error, Warning, Note };

/// Index of the row in Rules.def.
struct Rule {
  std::uint16_t index = 0;
  friend bool operator==(Rule, Rule) = default;
};

struct RuleInfo {
  std::string_view id;
  Severity severity{};  // of its plain case; special cases may speak more softly
  std::string_view summary;
  bool detected = false;
};

namespace detail {

inline constexpr RuleInfo kRules[] = {
#define RULE(id, severity, summary) {id, Severity::severity, summary, true},
#define PLANNED_RULE(id, severity, summary) {id, Severity::severity, summary, false},
#include "report/Rules.def"
};

constexpr std::optional<Rule> find(std::string_view id) {
  for (std::size_t i = 0; i < std::size(kRules); ++i)
    if (kRules[i].id == id) return Rule{static_cast<std::uint16_t>(i)};
  return std::nullopt;
}

/// Not constexpr and not defined: reaching it while `rule` is evaluated is the compile error.
void thereIsNoRuleWithThisId();

}  // namespace detail

std::span<const RuleInfo> rules();
const RuleInfo &info(Rule rule);
std::optional<Rule> findRule(std::string_view id);

/// The rule with this id, checked at compile time: `constexpr auto kRule = rule("coll-mismatch");`
consteval Rule rule(std::string_view id) {
  const std::optional<Rule> found = detail::find(id);
  if (!found) detail::thereIsNoRuleWithThisId();
  return *found;
}

/// The rule's documentation page docs/rules/<id>.md, as it was when the tool was built; empty when there is none.
std::string_view page(Rule rule);

std::string_view name(Severity severity);
std::optional<Severity> findSeverity(std::string_view name);

}  // namespace lockstep::report
