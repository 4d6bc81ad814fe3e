#include "cli/analyze/HangReport.h"

#include <gtest/gtest.h>

namespace lockstep::cli {
namespace {

engine::RankStatus inReceive(int rank, std::vector<int> waitsFor) {
  engine::RankStatus rankStatus;
  rankStatus.rank = rank;
  rankStatus.state = engine::RankStatus::State::Inside;
  rankStatus.call = "a receive";
  rankStatus.waitsFor = std::move(waitsFor);
  return rankStatus;
}

std::string called(std::vector<engine::RankStatus> rankStatuses) {
  return hangReport("stuck", {std::move(rankStatuses), 0}, report::ShownPath());
}

TEST(HangReport, RanksThatWaitForTheSameShareALine) {
  EXPECT_EQ(called({inReceive(0, {2}), inReceive(1, {2})}),
            "lockstep: stuck; the ranks were\n"
            "  ranks 0-1: in a receive for 0 s, waiting for rank 2\n");
}

TEST(HangReport, RanksThatWaitForDifferentOnesHaveLinesOfTheirOwn) {
  EXPECT_EQ(called({inReceive(0, {1}), inReceive(1, {2}), inReceive(2, {1})}),
            "lockstep: stuck; the ranks were\n"
            "  ranks 0,2: in a receive for 0 s, waiting for rank 1\n"
            "  rank 1: in a receive for 0 s, waiting for rank 2\n");
}

TEST(HangReport, ManyOfThemAreToldTogether) {
  std::vector<engine::RankStatus> ring;
  for (int rank = 0; rank < 64; ++rank) ring.push_back(inReceive(rank, {(rank + 1) % 64}));
  EXPECT_EQ(called(std::move(ring)),
            "lockstep: stuck; the ranks were\n"
            "  ranks 0-63: in a receive for 0 s, each waiting for some of ranks 0-63\n");
}

TEST(HangReport, NoTimeWhereItIsNotKnown) {
  EXPECT_EQ(hangReport("stuck", {{inReceive(0, {1})}, std::nullopt}, report::ShownPath()),
            "lockstep: stuck; the ranks were\n"
            "  rank 0: in a receive, waiting for rank 1\n");
}

TEST(HangReport, CallersStandBehindThePlace) {
  engine::RankStatus rankStatus = inReceive(0, {1});
  rankStatus.site.emplace();
  rankStatus.site->file = "ring.c";
  rankStatus.site->line = 14;
  rankStatus.site->stack = {{"step", "ring.c", 30, 3, {}}, {"main", "ring.c", 50, 3, {}}};
  EXPECT_EQ(called({rankStatus}),
            "lockstep: stuck; the ranks were\n"
            "  rank 0: in a receive for 0 s, waiting for rank 1 (ring.c:14, called from step at ring.c:30, main at "
            "ring.c:50)\n");
}

}  // namespace
}  // namespace lockstep::cli
