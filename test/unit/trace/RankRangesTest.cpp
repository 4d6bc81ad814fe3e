// Runs of ranks: the list comes back, and regular lists are short.
#include "trace/RankRanges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace lockstep::trace {
namespace {

using Ranks = std::vector<std::uint32_t>;

Ranks decode(std::span<const RankRange> ranges) {
  Ranks ranks;
  forEachRank(ranges, [&](std::uint32_t rank) { ranks.push_back(rank); });
  return ranks;
}

std::size_t roundTrip(const Ranks &ranks) {
  std::vector<RankRange> ranges(ranks.size());
  const EncodedRanks done = encodeRanks(ranks, ranges);
  ranges.resize(done.ranges);
  EXPECT_EQ(done.ranks, ranks.size());
  EXPECT_EQ(countRanks(ranges), ranks.size());
  EXPECT_EQ(decode(ranges), ranks);
  return done.ranges;
}

Ranks count(std::uint32_t from, std::uint32_t to, std::uint32_t step) {
  Ranks ranks;
  for (std::uint32_t rank = from; rank < to; rank += step) ranks.push_back(rank);
  return ranks;
}

TEST(RankRanges, RegularListsAreOneRun) {
  EXPECT_EQ(roundTrip({}), 0U);
  EXPECT_EQ(roundTrip({5}), 1U);
  EXPECT_EQ(roundTrip(count(0, 8192, 1)), 1U);
  EXPECT_EQ(roundTrip(count(3, 8192, 7)), 1U);
  Ranks falling = count(0, 100, 1);
  std::reverse(falling.begin(), falling.end());
  EXPECT_EQ(roundTrip(falling), 1U);
}

TEST(RankRanges, RanksOutsideTheWorldAreRunsOfTheirOwn) {
  EXPECT_EQ(roundTrip({0, 1, kOutsideWorld, kOutsideWorld, kOutsideWorld, 2, 3}), 3U);
  EXPECT_EQ(roundTrip({kOutsideWorld, 0, kOutsideWorld}), 3U);
}

TEST(RankRanges, AnyListNeedsAtMostHalfAsManyRuns) {
  Ranks ranks = count(0, 1000, 1);
  std::shuffle(ranks.begin(), ranks.end(), std::mt19937(1));
  EXPECT_LE(roundTrip(ranks), 500U);
}

TEST(RankRanges, LongListCanBeSplit) {
  Ranks ranks = count(0, 1000, 1);
  std::shuffle(ranks.begin(), ranks.end(), std::mt19937(2));
  Ranks joined;
  std::span<const std::uint32_t> left(ranks);
  std::vector<RankRange> part(7);
  while (!left.empty()) {
    const EncodedRanks done = encodeRanks(left, part);
    ASSERT_GT(done.ranks, 0U);
    const Ranks some = decode(std::span(part).first(done.ranges));
    joined.insert(joined.end(), some.begin(), some.end());
    left = left.subspan(done.ranks);
  }
  EXPECT_EQ(joined, ranks);
}

}  // namespace
}  // namespace lockstep::trace
