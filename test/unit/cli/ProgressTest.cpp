#include "cli/Progress.h"

#include <gtest/gtest.h>

namespace lockstep::cli {
namespace {

using std::chrono::seconds;

TEST(Progress, TellsPartRateAndTimeLeft) {
  EXPECT_EQ(describeProgress(0.25, 3'000'000, seconds(2)), "analysing:  25 %, 1.5 M records/s, 6 s left");
  EXPECT_EQ(describeProgress(0.5, 20'000, seconds(300)), "analysing:  50 %, 0 k records/s, 5 min left");
}

TEST(Progress, DoesNotGuessFromNothing) {
  EXPECT_EQ(describeProgress(0.01, 50'000, seconds(1)), "analysing:   1 %, 50 k records/s");
}

}  // namespace
}  // namespace lockstep::cli
