#include "report/Rule.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "report/text/Words.h"

namespace lockstep::report {

namespace {

struct Explanation {
  Rule cause;
  Rule consequence;
  Link link;
};

constexpr Explanation kExplanations[] = {
#define EXPLAINS(cause, consequence, link) {rule(cause), rule(consequence), Link::link},
#include "report/Rules.def"
};

using LinksByConsequence = std::array<std::uint16_t, std::size(detail::kRules)>;

constexpr auto kLinks = [] {
  std::array<LinksByConsequence, std::size(detail::kRules)> links{};
  for (const Explanation &row : kExplanations)
    links[row.cause.index][row.consequence.index] |= static_cast<std::uint16_t>(1U << static_cast<unsigned>(row.link));
  return links;
}();

}  // namespace

std::span<const RuleInfo> rules() { return detail::kRules; }

std::optional<Rule> findRule(std::string_view id) { return detail::find(id); }

unsigned linksBetween(Rule cause, Rule consequence) { return kLinks[cause.index][consequence.index]; }

bool mayExplainBy(Rule cause, Link link) {
  return std::ranges::any_of(kLinks[cause.index],
                             [&](std::uint16_t links) { return (links >> static_cast<unsigned>(link) & 1U) != 0; });
}

bool mayExplain(Rule cause) {
  return std::ranges::any_of(kLinks[cause.index], [](std::uint16_t links) { return links != 0; });
}

bool isOfCollectives(Rule rule) { return info(rule).family == Family::Collectives && info(rule).scope == Scope::World; }

bool isOfCollectivesByThreads(Rule rule) {
  return info(rule).family == Family::Collectives && info(rule).scope == Scope::Process;
}

bool mayBeSameError(Rule a, Rule b) { return a == b || (isOfCollectivesByThreads(a) && isOfCollectivesByThreads(b)); }

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
