// Ids of communicators: each rank computes its own, and they must agree exactly where the communicators are one.
#include "trace/CommId.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "trace/RankRanges.h"

namespace lockstep::trace {
namespace {

std::vector<RankRange> rangesOf(const std::vector<std::uint32_t> &ranks) {
  std::vector<RankRange> ranges(ranks.size());
  ranges.resize(encodeRanks(ranks, ranges).ranges);
  return ranges;
}

/// What a rank of the job keeps to compute ids: calls per parent, and communicators per likeness.
struct Rank {
  std::uint32_t worldRank;
  std::map<std::uint64_t, std::uint64_t> calls;
  std::map<std::uint64_t, std::uint64_t> alike;

  std::uint64_t call(std::uint64_t parent) { return calls[parent]++; }
  std::uint64_t numbered(std::uint64_t likeness) { return numberedCommId(likeness, alike[likeness]++); }

  std::uint64_t split(std::uint64_t parent, std::uint32_t firstOfColor) {
    return collectiveCommId(parent, call(parent), firstOfColor);
  }
  std::uint64_t createGroup(std::uint64_t parent, const std::vector<std::uint32_t> &members, int tag) {
    return numbered(partialLikeness(parent, rangesOf(members), tag));
  }
  std::uint64_t intercomm(const std::vector<std::uint32_t> &local, const std::vector<std::uint32_t> &remote, int tag) {
    return numbered(interLikeness(rangesOf(local), rangesOf(remote), tag));
  }
};

TEST(CommId, PredefinedOnesDiffer) {
  const std::set<std::uint64_t> ids{kWorldId, kParentId, selfId(0), selfId(1)};
  EXPECT_EQ(ids.size(), 4U);
  EXPECT_FALSE(ids.contains(0));
}

TEST(CommId, SplitGivesOneIdPerColor) {
  Rank ranks[4] = {{0, {}, {}}, {1, {}, {}}, {2, {}, {}}, {3, {}, {}}};
  std::uint64_t ids[4];
  for (Rank &rank : ranks) ids[rank.worldRank] = rank.split(kWorldId, rank.worldRank % 2);
  EXPECT_EQ(ids[0], ids[2]);
  EXPECT_EQ(ids[1], ids[3]);
  EXPECT_NE(ids[0], ids[1]);
}

TEST(CommId, DupOfDupAndSecondDupDiffer) {
  Rank rank{0, {}, {}};
  const std::uint64_t first = rank.split(kWorldId, 0);
  const std::uint64_t second = rank.split(kWorldId, 0);
  const std::uint64_t nested = rank.split(first, 0);
  const std::set<std::uint64_t> ids{kWorldId, first, second, nested};
  EXPECT_EQ(ids.size(), 4U);
}

TEST(CommId, IdupIsNumberedWhereItBegins) {
  Rank one{0, {}, {}};
  Rank other{1, {}, {}};
  const std::uint64_t oneFirst = one.call(kWorldId);
  const std::uint64_t oneSecond = one.call(kWorldId);
  const std::uint64_t otherFirst = other.call(kWorldId);
  const std::uint64_t otherSecond = other.call(kWorldId);
  // One completes them in order, the other the second first.
  const std::uint64_t otherIdOfSecond = collectiveCommId(kWorldId, otherSecond, 0);
  const std::uint64_t otherIdOfFirst = collectiveCommId(kWorldId, otherFirst, 0);
  EXPECT_EQ(collectiveCommId(kWorldId, oneFirst, 0), otherIdOfFirst);
  EXPECT_EQ(collectiveCommId(kWorldId, oneSecond, 0), otherIdOfSecond);
  EXPECT_NE(otherIdOfFirst, otherIdOfSecond);
}

TEST(CommId, CreateGroupOfOverlappingGroupsWithOneTag) {
  Rank r0{0, {}, {}};
  Rank r1{1, {}, {}};
  Rank r2{2, {}, {}};
  // Rank 1 is in both groups, rank 2 only in the later one; then the first group meets again.
  const std::uint64_t left0 = r0.createGroup(kWorldId, {0, 1}, 5);
  const std::uint64_t left1 = r1.createGroup(kWorldId, {0, 1}, 5);
  const std::uint64_t right1 = r1.createGroup(kWorldId, {1, 2}, 5);
  const std::uint64_t right2 = r2.createGroup(kWorldId, {1, 2}, 5);
  const std::uint64_t again0 = r0.createGroup(kWorldId, {0, 1}, 5);
  const std::uint64_t again1 = r1.createGroup(kWorldId, {0, 1}, 5);
  EXPECT_EQ(left0, left1);
  EXPECT_EQ(right1, right2);
  EXPECT_EQ(again0, again1);
  const std::set<std::uint64_t> ids{left0, right1, again0, r0.createGroup(kWorldId, {0, 1}, 6),
                                    r0.createGroup(kWorldId, {1, 0}, 5)};
  EXPECT_EQ(ids.size(), 5U) << "another tag and another order of the members are other communicators";
}

TEST(CommId, CreateGroupDoesNotDisturbCollectiveNumbering) {
  Rank member{0, {}, {}};
  Rank stranger{2, {}, {}};
  member.createGroup(kWorldId, {0, 1}, 1);
  EXPECT_EQ(member.split(kWorldId, 0), stranger.split(kWorldId, 0));
}

TEST(CommId, IntercommIsTheSameFromBothSides) {
  Rank left{0, {}, {}};
  Rank right{3, {}, {}};
  const std::uint64_t first = left.intercomm({0, 1}, {2, 3}, 9);
  EXPECT_EQ(first, right.intercomm({2, 3}, {0, 1}, 9));
  const std::uint64_t second = left.intercomm({0, 1}, {2, 3}, 9);
  EXPECT_EQ(second, right.intercomm({2, 3}, {0, 1}, 9));
  EXPECT_NE(first, second);
}

TEST(CommId, DupOfAnIntercommIsTheSameFromBothSides) {
  const std::uint64_t inter = numberedCommId(interLikeness(rangesOf({0, 1}), rangesOf({2, 3}), 9), 0);
  EXPECT_EQ(collectiveInterId(inter, 0, 0, 2), collectiveInterId(inter, 0, 2, 0));
  EXPECT_NE(collectiveInterId(inter, 0, 0, 2), collectiveInterId(inter, 1, 0, 2));
}

TEST(CommId, MergeIsTheSameFromBothSides) {
  Rank left{0, {}, {}};
  Rank right{2, {}, {}};
  const std::uint64_t inter = left.intercomm({0, 1}, {2, 3}, 9);
  // Whichever side comes first, the merged group has one first rank.
  EXPECT_EQ(collectiveCommId(inter, left.call(inter), 2), collectiveCommId(inter, right.call(inter), 2));
}

TEST(CommId, FromGroupByStringTag) {
  Rank one{0, {}, {}};
  Rank other{1, {}, {}};
  const auto make = [](Rank &rank, std::string_view tag) {
    return rank.numbered(partialLikeness(tag, rangesOf({0, 1})));
  };
  EXPECT_EQ(make(one, "solver"), make(other, "solver"));
  const std::set<std::uint64_t> ids{make(one, "solver"), make(one, "solver"), make(one, "io"), make(one, "")};
  EXPECT_EQ(ids.size(), 4U);
}

TEST(CommId, ManyIdsAreDistinctAndFitAHandle) {
  std::set<std::uint64_t> ids;
  for (std::uint64_t parent = 1; parent <= 10; ++parent)
    for (std::uint64_t call = 0; call < 100; ++call)
      for (std::uint32_t first = 0; first < 50; ++first) {
        const std::uint64_t id = collectiveCommId(parent, call, first);
        EXPECT_GT(static_cast<std::int64_t>(id), 0);
        ids.insert(id);
      }
  EXPECT_EQ(ids.size(), 50000U);
}

}  // namespace
}  // namespace lockstep::trace
