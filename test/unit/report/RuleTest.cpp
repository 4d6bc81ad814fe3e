#include "report/Rule.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace lockstep::report {
namespace {

TEST(Rule, IsFoundByItsId) {
  constexpr Rule kRule = rule("coll-root-mismatch");
  EXPECT_EQ(info(kRule).id, "coll-root-mismatch");
  EXPECT_EQ(findRule("coll-root-mismatch"), kRule);
  EXPECT_EQ(findRule("coll-root"), std::nullopt);
  EXPECT_EQ(findRule(""), std::nullopt);
}

TEST(Rule, IdsAreUniqueAndRowsComplete) {
  std::set<std::string_view> ids;
  for (const RuleInfo &row : rules()) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
    EXPECT_FALSE(row.summary.empty()) << row.id;
    EXPECT_NE(row.summary.back(), '.') << row.id;
  }
}

TEST(Rule, EveryDetectedRuleHasAPageOfItsName) {
  for (const RuleInfo &row : rules()) {
    if (!row.detected) continue;
    EXPECT_TRUE(page(*findRule(row.id)).starts_with("# " + std::string(row.id) + "\n")) << row.id;
  }
}

TEST(Rule, SeverityHasAWord) {
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Note})
    EXPECT_EQ(findSeverity(name(severity)), severity);
  EXPECT_EQ(findSeverity("fatal"), std::nullopt);
}

}  // namespace
}  // namespace lockstep::report
