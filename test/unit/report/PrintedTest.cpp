#include "report/merge/Printed.h"

#include <gtest/gtest.h>

#include "Samples.h"

namespace lockstep::report {
namespace {

using samples::call;
using samples::finding;

constexpr Rule kOverwrite = rule("request-overwrite");
constexpr Rule kLeak = rule("leak-comm");

std::vector<Finding> several(Rule rule, unsigned count, unsigned firstLine = 1) {
  std::vector<Finding> findings;
  for (unsigned i = 0; i < count; ++i) {
    findings.push_back(finding(rule, "message", {call(0, "MPI_Isend", firstLine + i)}));
    findings.back().ranks = {0};
  }
  return findings;
}

TEST(Printed, FewFindingsAreAllPrintedInFull) {
  const Excerpt excerpt = excerptOf(several(kOverwrite, 10), {}, kMostInFull);
  EXPECT_EQ(excerpt.inFull.size(), 10u);
  EXPECT_EQ(countedLines(excerpt.counted, {}), "");
}

TEST(Printed, OfManyTheRestIsCounted) {
  const Excerpt excerpt = excerptOf(several(kOverwrite, 27), {}, kMostInFull);
  EXPECT_EQ(excerpt.inFull.size(), 10u);
  EXPECT_EQ(countedLines(excerpt.counted, {}), "... 17 more request-overwrite in ring.c\n");
}

TEST(Printed, EveryRuleIsPrintedBeforeASecondOfAny) {
  std::vector<Finding> findings = several(kOverwrite, 12);
  for (const Finding &leak : several(kLeak, 3, 50)) findings.push_back(leak);
  const Excerpt excerpt = excerptOf(findings, {}, kMostInFull);
  ASSERT_EQ(excerpt.inFull.size(), 10u);
  EXPECT_EQ(excerpt.inFull.back().rule, kLeak);
  EXPECT_EQ(countedLines(excerpt.counted, {}),
            "... 3 more request-overwrite in ring.c\n"
            "... 2 more leak-comm in ring.c\n");
}

TEST(Printed, WhatWasPrintedTakesRoomAndIsNotPrintedAgain) {
  const std::vector<Finding> findings = several(kOverwrite, 12);
  Printed printed;
  for (std::size_t i = 2; i < 12; ++i) printed.add(findings[i]);
  const Excerpt excerpt = excerptOf(findings, printed, kMostInFull);
  EXPECT_TRUE(excerpt.inFull.empty());
  EXPECT_EQ(excerpt.counted.size(), 2u);
  EXPECT_TRUE(excerpt.grown.empty());
}

TEST(Printed, LaterRanksAreTold) {
  std::vector<Finding> findings = several(kOverwrite, 1, 12);
  Printed printed;
  printed.add(findings.front());
  findings.front().ranks = {0, 1, 2};
  findings.front().occurrences = 9;
  const Excerpt excerpt = excerptOf(findings, printed, kMostInFull);
  EXPECT_TRUE(excerpt.inFull.empty());
  EXPECT_EQ(grownLines(excerpt.grown, {}),
            "lockstep: request-overwrite at ring.c:12:3, shown above, concerns ranks 0-2\n");
}

TEST(Printed, AnErrorIsPrintedAfterItsWarning) {
  Finding warning = several(kOverwrite, 1).front();
  const Finding error = warning;
  warning.severity = Severity::Warning;
  Printed printed;
  printed.add(warning);
  EXPECT_EQ(printed.find(error), nullptr);
  EXPECT_NE(printed.find(warning), nullptr);
}

TEST(Printed, AFindingThatHasGrownByPlacesIsTheSame) {
  const Finding before = finding(kOverwrite, "message", {call(0, "MPI_Isend", 3)});
  const Finding after = finding(kOverwrite, "message", {call(0, "MPI_Isend", 3), call(0, "MPI_Isend", 9)});
  Printed printed;
  printed.add(before);
  EXPECT_NE(printed.find(after), nullptr);
  EXPECT_EQ(printed.find(finding(kLeak, "message", {call(0, "MPI_Isend", 3)})), nullptr);
}

TEST(Printed, ManyFilesAreCounted) {
  std::vector<Finding> findings;
  for (const char *file : {"a.c", "b.c", "c.c", "d.c", "e.c"})
    findings.push_back(finding(kLeak, "message", {samples::site(SiteRole::Call, 0, "MPI_Comm_dup", 1, file)}));
  EXPECT_EQ(countedLines(findings, {}), "... 5 more leak-comm in a.c, b.c, c.c and 2 more\n");
}

}  // namespace
}  // namespace lockstep::report
