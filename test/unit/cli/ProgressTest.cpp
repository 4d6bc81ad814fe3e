#include "cli/base/Progress.h"

#include <gtest/gtest.h>

namespace lockstep::cli {
namespace {

using std::chrono::seconds;

TEST(Progress, TellsPartRateAndTimeLeft) {
  EXPECT_EQ(describeProgress(0.25, 3'000'000, seconds(2)), "analyzing:  25 %, 1.5 M records/s, 6 s left");
  EXPECT_EQ(describeProgress(0.5, 20'000, seconds(300)), "analyzing:  50 %, 0 k records/s, 5 min left");
}

TEST(Progress, DoesNotGuessFromNothing) {
  EXPECT_EQ(describeProgress(0.01, 50'000, seconds(1)), "analyzing:   1 %, 50 k records/s");
}

TEST(Progress, OfARunTellsCallsFindingsAndTime) {
  EXPECT_EQ(describeRun(7, 0, seconds(2)), "7 MPI calls, 0 findings, 2 s");
  EXPECT_EQ(describeRun(12'345, 1, seconds(75)), "12 k MPI calls, 1 finding, 1 min");
}

}  // namespace
}  // namespace lockstep::cli
