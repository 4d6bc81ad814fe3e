#include "mpi/BlockingForm.h"

#include <gtest/gtest.h>

namespace lockstep::mpi {

TEST(BlockingForm, OfCollectives) {
  for (const RoutineInfo &routine : routines()) {
    if (!isCollective(routine.cls)) continue;
    EXPECT_EQ(info(blockingForm(routine.routine)).timing == Timing::Blocking, routine.timing != Timing::Local)
        << routine.name;
  }
  EXPECT_EQ(blockingForm(Routine::Bcast), Routine::Bcast);
  EXPECT_EQ(blockingForm(Routine::Ibcast_c), Routine::Bcast);
  EXPECT_EQ(blockingForm(Routine::Bcast_init), Routine::Bcast);
  EXPECT_EQ(blockingForm(Routine::Ineighbor_alltoallw), Routine::Neighbor_alltoallw);
  EXPECT_EQ(blockingForm(Routine::Comm_idup_with_info), Routine::Comm_dup_with_info);
  EXPECT_EQ(blockingForm(Routine::File_iread_all), Routine::File_read_all);
}

}  // namespace lockstep::mpi
