#include "cli/analyze/RunsInTrace.h"

#include <gtest/gtest.h>

namespace lockstep::cli {
namespace {

Life life(std::uint32_t pid, std::uint32_t rank, std::uint64_t begin, std::uint64_t end, std::uint64_t node = 1) {
  return {{node, pid}, rank, begin, end};
}

using Keys = std::set<trace::ProcessKey>;

TEST(RunsInTrace, OneRunIsWhole) {
  EXPECT_EQ(ofOtherRuns({life(10, 0, 5, 90), life(11, 1, 6, 80), life(12, 2, 40, 95)}), Keys{});
  EXPECT_EQ(ofOtherRuns(std::vector<Life>()), Keys{});
}

TEST(RunsInTrace, OfTwoThatFollowEachOtherTheFirstCounts) {
  EXPECT_EQ(ofOtherRuns({life(30, 0, 100, 200), life(31, 1, 101, 190), life(41, 0, 5, 90), life(40, 1, 6, 80)}),
            (Keys{{1, 30}, {1, 31}}));
}

TEST(RunsInTrace, OrTheOneWithMoreRanks) {
  EXPECT_EQ(ofOtherRuns({life(10, 0, 5, 90), life(30, 0, 100, 200), life(31, 1, 101, 190)}), (Keys{{1, 10}}));
}

TEST(RunsInTrace, RanksOfDifferentRunsAreNotPutTogether) {
  EXPECT_EQ(ofOtherRuns({life(10, 0, 5, 90), life(31, 1, 100, 190), life(30, 0, 101, 180)}), (Keys{{1, 10}}));
}

TEST(RunsInTrace, TheSameRecordsTwiceAreTwoRuns) {
  EXPECT_EQ(ofOtherRuns({life(10, 0, 5, 90), life(11, 1, 5, 90), life(20, 0, 5, 90), life(21, 1, 5, 90)}),
            (Keys{{1, 20}, {1, 21}}));
}

TEST(RunsInTrace, OnSeveralNodesTimesSayNothing) {
  EXPECT_EQ(ofOtherRuns({life(10, 0, 5, 90), life(10, 1, 500, 600, 2)}), Keys{});
}

}  // namespace
}  // namespace lockstep::cli
