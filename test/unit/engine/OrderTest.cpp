// Which collective orders what. Mark 1x is an event of rank x before it, 2x one after it, 3x one between its start and
// its completion.
#include "engine/order/Order.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "Marks.h"

namespace lockstep::engine {
namespace {

/// "0: call Comm_rank @ t:10", and so on for every rank
std::string marksOf(int ranks, int kind) {
  std::string text;
  for (int rank = 0; rank < ranks; ++rank)
    text += std::to_string(rank) + ": call Comm_rank @ t:" + std::to_string(10 * kind + rank) + "\n";
  return text;
}

std::string around(int ranks, const std::string &lines, const std::string &comm = "") {
  return "ranks " + std::to_string(ranks) + "\n" + comm + marksOf(ranks, 1) + lines + marksOf(ranks, 2) + "all: end\n";
}

using Edges = std::set<std::pair<int, int>>;

/// The pairs of different ranks (a, b) with a's mark before the collective ordered before b's mark after it.
Edges edgesOf(const Marks &marks, int ranks) {
  Edges edges;
  for (int a = 0; a < ranks; ++a)
    for (int b = 0; b < ranks; ++b)
      if (a != b && marks.before(10U + static_cast<unsigned>(a), 20U + static_cast<unsigned>(b))) edges.insert({a, b});
  return edges;
}

Edges edgesOf(const std::string &call) { return edgesOf(Marks(around(3, "all: call " + call + "\n")), 3); }

const Edges kAll = {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}};
const Edges kBoth = {{0, 1}, {1, 0}};
const Edges kNone;

TEST(Order, ProgramOrder) {
  const Marks marks(around(3, "all: call Comm_size\n"));
  EXPECT_TRUE(marks.before(10, 20));
  EXPECT_FALSE(marks.before(20, 10));
  EXPECT_FALSE(marks.before(10, 10));
  EXPECT_EQ(edgesOf(marks, 3), kNone);
}

TEST(Order, BarrierOrdersAll) {
  const Marks marks(around(3, "all: call Barrier\n"));
  EXPECT_EQ(edgesOf(marks, 3), kAll);
  EXPECT_FALSE(marks.before(20, 21));
  EXPECT_FALSE(marks.before(10, 11));
}

TEST(Order, BarrierOrdersItsMembersOnly) {
  const Marks marks(around(3, "0,2: call Barrier comm=c\n", "comm c = split world {0,2}\n"));
  EXPECT_EQ(edgesOf(marks, 3), (Edges{{0, 2}, {2, 0}}));
}

TEST(Order, MakingACommunicatorOrWindowOrdersAll) {
  EXPECT_EQ(edgesOf("Comm_dup"), kAll);
  EXPECT_EQ(edgesOf("Comm_split"), kAll);
  EXPECT_EQ(edgesOf("Win_create"), kAll);
}

TEST(Order, FreeingACommunicatorOrdersNothing) {
  const Marks marks(around(3, "all: call Comm_free comm=c\n", "comm c = split world {0-2}\n"));
  EXPECT_EQ(edgesOf(marks, 3), kNone);
}

TEST(Order, DataOrdersAllToAll) {
  EXPECT_EQ(edgesOf("Allreduce"), kAll);
  EXPECT_EQ(edgesOf("Allgather"), kAll);
  EXPECT_EQ(edgesOf("Alltoall"), kAll);
  EXPECT_EQ(edgesOf("Reduce_scatter_block"), kAll);
}

TEST(Order, WithoutDataNothingIsOrdered) {
  EXPECT_EQ(edgesOf("Allreduce count=0"), kNone);
  EXPECT_EQ(edgesOf("Allgather sendcount=0 recvcount=0"), kNone);
  EXPECT_EQ(edgesOf("Alltoall sendcount=0 recvcount=0"), kNone);
  EXPECT_EQ(edgesOf("Reduce_scatter_block recvcount=0"), kNone);
  EXPECT_EQ(edgesOf("Bcast root=1 count=0"), kNone);
  EXPECT_EQ(edgesOf("Scan count=0"), kNone);
}

TEST(Order, CountsPerRankOrderPairByPair) {
  EXPECT_EQ(edgesOf("Alltoallv sendcounts=[1,1,1] recvcounts=[1,1,1]"), kAll);
  EXPECT_EQ(edgesOf("Alltoallv sendcounts=[0,0,0] recvcounts=[0,4,0]"), (Edges{{1, 0}, {1, 2}}));
  EXPECT_EQ(edgesOf("Allgatherv sendcount=1 recvcounts=[0,0,2]"), (Edges{{2, 0}, {2, 1}}));
  EXPECT_EQ(edgesOf("Gatherv root=1 recvcounts=[1,1,0]"), (Edges{{0, 1}}));
  EXPECT_EQ(edgesOf("Reduce_scatter recvcounts=[0,3,0]"), (Edges{{0, 1}, {2, 1}}));
}

TEST(Order, RootedCollectives) {
  EXPECT_EQ(edgesOf("Bcast root=1"), (Edges{{1, 0}, {1, 2}}));
  EXPECT_EQ(edgesOf("Scatter root=2"), (Edges{{2, 0}, {2, 1}}));
  EXPECT_EQ(edgesOf("Reduce root=1"), (Edges{{0, 1}, {2, 1}}));
  EXPECT_EQ(edgesOf("Gather root=0"), (Edges{{1, 0}, {2, 0}}));
}

TEST(Order, Scans) {
  EXPECT_EQ(edgesOf("Scan"), (Edges{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(edgesOf("Exscan"), (Edges{{0, 1}, {0, 2}, {1, 2}}));
}

TEST(Order, IntercommunicatorsOrderAcrossTheGroups) {
  const Marks marks(around(3, "all: call Barrier comm=c\n", "comm c = {0,1} {2}\n"));
  EXPECT_EQ(edgesOf(marks, 3), (Edges{{0, 2}, {1, 2}, {2, 0}, {2, 1}}));
}

TEST(Order, NonblockingOrdersFromStartToCompletion) {
  const Marks marks(around(2, "all: call Ibarrier -> request=r\n" + marksOf(2, 3) + "all: call Wait request=r\n"));
  EXPECT_EQ(edgesOf(marks, 2), kBoth);
  EXPECT_FALSE(marks.before(10, 31)) << "nothing is ordered before the wait";
  EXPECT_FALSE(marks.before(30, 21)) << "what follows the start is not ordered";
}

TEST(Order, CompletionCalls) {
  const auto completedBy = [](const std::string &call) {
    const std::string starts = "all: call Ibarrier -> request=a\nall: call Iallreduce -> request=b\n";
    return edgesOf(Marks(around(2, starts + "all: call " + call + "\n")), 2);
  };
  EXPECT_EQ(completedBy("Test request=a -> flag=0"), kNone);
  EXPECT_EQ(completedBy("Test request=b -> flag=1"), kBoth);
  EXPECT_EQ(completedBy("Waitall requests=[a,b]"), kBoth);
  EXPECT_EQ(completedBy("Testall requests=[a,b] -> flag=0"), kNone);
  EXPECT_EQ(completedBy("Testall requests=[a,b] -> flag=1"), kBoth);
  EXPECT_EQ(completedBy("Waitany requests=[a,b] -> index=1"), kBoth);
  EXPECT_EQ(completedBy("Waitany requests=[null,null] -> index=-32766"), kNone);
  EXPECT_EQ(completedBy("Testany requests=[a,b] -> index=1 flag=0"), kNone);
  EXPECT_EQ(completedBy("Waitsome requests=[a,b] -> outcount=1 indices=[0]"), kBoth);
  EXPECT_EQ(completedBy("Testsome requests=[a,b] -> outcount=0"), kNone);
}

TEST(Order, EveryStartOfAPersistentCollectiveIsARoundOfItsOwn) {
  const Marks marks(
      "ranks 2\n"
      "all: call Barrier_init -> request=r\n"
      "0: call Comm_rank @ t:10\n"
      "all: call Start request=r\n"
      "all: call Wait request=r\n"
      "1: call Comm_rank @ t:21\n"
      "0: call Comm_rank @ t:11\n"
      "all: call Startall requests=[r]\n"
      "1: call Comm_rank @ t:31\n"
      "all: call Wait request=r\n"
      "1: call Comm_rank @ t:22\n"
      "all: end\n");
  EXPECT_TRUE(marks.before(10, 21));
  EXPECT_FALSE(marks.before(11, 21));
  EXPECT_FALSE(marks.before(11, 31));
  EXPECT_TRUE(marks.before(11, 22));
}

TEST(Order, IsTransitive) {
  const Marks marks(
      "ranks 3\n"
      "comm a = split world {0,1}\n"
      "comm b = split world {1,2}\n"
      "0: call Comm_rank @ t:10\n"
      "0: call Barrier comm=a\n"
      "0: call Comm_rank @ t:11\n"
      "1: call Barrier comm=a\n"
      "1-2: call Barrier comm=b\n"
      "2: call Comm_rank @ t:22\n"
      "all: end\n");
  EXPECT_TRUE(marks.before(10, 22));
  EXPECT_FALSE(marks.before(11, 22));
}

TEST(Order, WhoNeverComesIsNotWaitedFor) {
  const Marks marks(around(3, "0-1: call Barrier\n"));
  EXPECT_EQ(edgesOf(marks, 3), kBoth);
}

TEST(Order, ThreadsOfAProcess) {
  const Marks marks(
      "ranks 1\n"
      "0: call Comm_rank @ t:1\n"
      "0: order fork 7\n"
      "0: call Comm_rank @ t:2\n"
      "0.1: order begin 7\n"
      "0.1: call Comm_rank @ t:3\n"
      "0.1: order barrier-enter 8\n"
      "0: order barrier-enter 8\n"
      "0: order barrier-leave 8\n"
      "0: call Comm_rank @ t:4\n"
      "0: order barrier-enter 8\n"
      "0.1: order barrier-leave 8\n"
      "0.1: call Comm_rank @ t:5\n"
      "0: end\n");
  EXPECT_TRUE(marks.before(1, 3));
  EXPECT_FALSE(marks.before(2, 3));
  EXPECT_TRUE(marks.before(3, 4));
  EXPECT_TRUE(marks.before(2, 5));
  EXPECT_FALSE(marks.before(4, 5)) << "the next round is not seen by who leaves the last one";
}

TEST(Order, WhatEndsHandOverAddsUp) {
  const Marks marks(
      "ranks 1\n"
      "0.1: call Comm_rank @ t:1\n"
      "0.1: order end 7\n"
      "0.2: call Comm_rank @ t:2\n"
      "0.2: order end 7\n"
      "0.1: call Comm_rank @ t:3\n"
      "0.1: order end 7\n"
      "0.1: call Comm_rank @ t:4\n"
      "0: order acquire 7\n"
      "0: call Comm_rank @ t:5\n"
      "0: end\n");
  EXPECT_TRUE(marks.before(1, 5));
  EXPECT_TRUE(marks.before(2, 5)) << "although another has ended since";
  EXPECT_TRUE(marks.before(3, 5));
  EXPECT_FALSE(marks.before(4, 5));
  EXPECT_FALSE(marks.before(1, 2)) << "those who end receive nothing";
}

TEST(Order, AMutexHandsOver) {
  const Marks marks(
      "ranks 1\n"
      "0: call Comm_rank @ t:1\n"
      "0: order release 7\n"
      "0: call Comm_rank @ t:2\n"
      "0.1: call Comm_rank @ t:3\n"
      "0.1: order acquire 7\n"
      "0.1: call Comm_rank @ t:4\n"
      "0: end\n");
  EXPECT_FALSE(marks.before(1, 3));
  EXPECT_TRUE(marks.before(1, 4));
  EXPECT_FALSE(marks.before(2, 4));
}

}  // namespace
}  // namespace lockstep::engine
