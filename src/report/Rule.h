// The rules, from Rules.def: one row each. A rule that is not detected yet has a PLANNED_RULE row.
#pragma once

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
  Severity severity{};  // of its plain case; LITMUS-like exceptions speak more softly
  std::string_view summary;
  bool detected = false;
};

std::span<const RuleInfo> rules();
const RuleInfo &info(Rule rule);
std::optional<Rule> findRule(std::string_view id);

/// The rule with this id, checked at compile time: `constexpr auto kRule = rule("coll-mismatch");`
consteval Rule rule(std::string_view id);

std::string_view name(Severity severity);

}  // namespace lockstep::report
