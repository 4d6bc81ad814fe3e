// The rules, one row each in Rules.def. A rule that is not detected yet has a PLANNED_RULE row.
//
// The table is in the header so that `rule("id")` is evaluated at compile time: an analysis that names a rule without a
// row does not compile.
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

enum class Family : std::uint8_t {
  Collectives,
  Threads,
  Deadlock,
  Messages,
  Requests,
  Buffers,
  Rma,
  Arguments,
  Leaks,
  Process
};

enum class Scope : std::uint8_t { Places, Process, World };

enum class Checked : std::uint8_t { Never, ByAnalysis, ByPaths, ByRuns };

enum class Refuted : std::uint8_t { Never, ByCalls, ByAccesses };

/// The columns of Rules.def.
struct RuleInfo {
  std::string_view id;
  Severity severity{};  // default; special cases may be less severe
  Family family{};
  Scope scope{};
  Checked checked{};
  bool spoilsData = false;
  bool leavesWaiting = false;
  Refuted refuted{};
  std::string_view summary;
  bool detected = false;
};

namespace detail {

/// Values of the column `spoils`.
enum Spoils : unsigned { Nothing = 0, Data = 1, Waiting = 2 };

inline constexpr RuleInfo kRules[] = {
#define ROW(id, severity, family, scope, checked, spoils, refuted, summary, detected) \
  {id,                                                                                \
   Severity::severity,                                                                \
   Family::family,                                                                    \
   Scope::scope,                                                                      \
   Checked::checked,                                                                  \
   ((spoils)&Data) != 0,                                                              \
   ((spoils)&Waiting) != 0,                                                           \
   Refuted::refuted,                                                                  \
   summary,                                                                           \
   detected},
#define RULE(id, severity, family, scope, checked, spoils, refuted, summary) \
  ROW(id, severity, family, scope, checked, spoils, refuted, summary, true)
#define PLANNED_RULE(id, severity, family, scope, checked, spoils, refuted, summary) \
  ROW(id, severity, family, scope, checked, spoils, refuted, summary, false)
#include "report/Rules.def"
#undef ROW
};

constexpr std::optional<Rule> find(std::string_view id) {
  for (std::size_t i = 0; i < std::size(kRules); ++i)
    if (kRules[i].id == id) return Rule{static_cast<std::uint16_t>(i)};
  return std::nullopt;
}

/// Neither constexpr nor defined: reaching it while `rule` is evaluated is a compile error.
void thereIsNoRuleWithThisId();

}  // namespace detail

std::span<const RuleInfo> rules();
constexpr const RuleInfo &info(Rule rule) { return detail::kRules[rule.index]; }
std::optional<Rule> findRule(std::string_view id);

/// The rule with this id, checked at compile time: `constexpr auto kRule = rule("coll-mismatch");`
consteval Rule rule(std::string_view id) {
  const std::optional<Rule> found = detail::find(id);
  if (!found) detail::thereIsNoRuleWithThisId();
  return *found;
}

/// What two findings have in common if one explains the other, see EXPLAINS in Rules.def.
enum class Link : std::uint8_t {
  SameCalls,         // the cause names all calls of the consequence
  MissedCollective,  // the static analysis finds the mismatch, ranks of the run wait in that collective
  Departure,         // a rank leaves before the collective
  SameReceive,
  SameRequests,    // lost requests in one array, or started by one call
  LostOperations,  // the lost requests own the buffers that are accessed
  SameOperation,   // one operation owns the buffer that is accessed
  SameRelease,     // one release of memory that operations still use
  SameMistake,     // see Cause
};

/// The links by which a finding of one rule may explain a finding of the other: bit i for the Link with value i.
unsigned linksBetween(Rule cause, Rule consequence);
/// Whether a finding of the rule may explain another by the link.
bool mayExplainBy(Rule cause, Link link);
/// Whether findings of the rule may explain others.
bool mayExplain(Rule cause);

/// Whether the rule is about ranks that disagree in a collective.
bool isOfCollectives(Rule rule);

/// Whether the rule is about threads of one process that call collectives concurrently.
bool isOfCollectivesByThreads(Rule rule);

/// Whether findings of the two may be one error: the static analysis sees that several threads come to a collective,
/// the run sees two of them in it.
bool mayBeSameError(Rule a, Rule b);

/// About two accesses to the same bytes that nothing orders.
bool isDataRace(Rule rule);

/// The documentation page docs/rules/<id>.md as of build time; empty if there is none.
std::string_view page(Rule rule);

std::string_view name(Severity severity);
std::optional<Severity> findSeverity(std::string_view name);

}  // namespace lockstep::report
