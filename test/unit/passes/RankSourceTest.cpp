// Which results of MPI calls differ between ranks.
#include "passes/collectives/RankSource.h"

#include <gtest/gtest.h>

namespace lockstep::passes {
namespace {

using mpi::Role;
using mpi::Routine;

Uniformity uniformityOf(Routine routine, Role role) {
  const mpi::RoutineInfo &info = mpi::info(routine);
  return passes::uniformityOf(info, static_cast<std::size_t>(info.indexOf(role)));
}

TEST(RankSource, APlaceInACommunicatorDiffers) {
  for (const Routine routine : {Routine::Comm_rank, Routine::Group_rank, Routine::Cart_coords, Routine::Cart_shift,
                                Routine::Cart_get, Routine::Group_translate_ranks})
    EXPECT_TRUE(isRankSource(mpi::info(routine))) << mpi::info(routine).name;
  for (const Routine routine : {Routine::Comm_size, Routine::Group_size, Routine::Allreduce, Routine::Recv})
    EXPECT_FALSE(isRankSource(mpi::info(routine))) << mpi::info(routine).name;
}

TEST(RankSource, WhatAllGetIsTheSameAgain) {
  for (const Routine routine : {Routine::Allreduce, Routine::Iallreduce, Routine::Allgather, Routine::Allgatherv})
    EXPECT_EQ(uniformityOf(routine, Role::WriteBuffer), Uniformity::Single) << mpi::info(routine).name;
  const mpi::RoutineInfo &bcast = mpi::info(Routine::Bcast);
  EXPECT_EQ(passes::uniformityOf(bcast, 0), Uniformity::Single);
}

TEST(RankSource, WhatOneRankGetsDiffers) {
  for (const Routine routine : {Routine::Recv, Routine::Sendrecv, Routine::Reduce, Routine::Gather, Routine::Scan,
                                Routine::Exscan, Routine::Scatter, Routine::Alltoall, Routine::Get})
    EXPECT_EQ(uniformityOf(routine, Role::WriteBuffer), Uniformity::Multi) << mpi::info(routine).name;
}

TEST(RankSource, AStatusDiffers) {
  EXPECT_EQ(uniformityOf(Routine::Recv, Role::Status), Uniformity::Multi);
  EXPECT_EQ(uniformityOf(Routine::Probe, Role::Status), Uniformity::Multi);
}

}  // namespace
}  // namespace lockstep::passes
