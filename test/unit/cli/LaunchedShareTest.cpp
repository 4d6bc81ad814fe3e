#include "cli/analyze/LaunchedShare.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace lockstep::cli {
namespace {

class LaunchedShare : public testing::Test {
 protected:
  LaunchedShare() {
    for (const char *name :
         {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE", "MV2_COMM_WORLD_RANK",
          "MV2_COMM_WORLD_SIZE", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"})
      ::unsetenv(name);
  }

  static void expect(unsigned index, unsigned count) {
    const auto share = shareByLauncher();
    ASSERT_TRUE(share);
    EXPECT_EQ(share->index, index);
    EXPECT_EQ(share->count, count);
  }
};

TEST_F(LaunchedShare, NoneWithoutLauncher) { EXPECT_FALSE(shareByLauncher()); }

TEST_F(LaunchedShare, ByOpenMpi) {
  ::setenv("OMPI_COMM_WORLD_RANK", "2", 1);
  ::setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  expect(2, 4);
}

TEST_F(LaunchedShare, ByMpich) {
  ::setenv("PMI_RANK", "0", 1);
  ::setenv("PMI_SIZE", "8", 1);
  expect(0, 8);
}

TEST_F(LaunchedShare, BySlurmInAStepButNotInTheBatchScript) {
  ::setenv("SLURM_PROCID", "0", 1);
  ::setenv("SLURM_NTASKS", "64", 1);
  EXPECT_FALSE(shareByLauncher());
  ::setenv("SLURM_STEP_NUM_TASKS", "16", 1);
  expect(0, 16);
}

TEST_F(LaunchedShare, NoneWhereItIsAlone) {
  ::setenv("PMI_RANK", "0", 1);
  ::setenv("PMI_SIZE", "1", 1);
  EXPECT_FALSE(shareByLauncher());
}

TEST_F(LaunchedShare, NonsenseIsNone) {
  ::setenv("PMI_RANK", "3", 1);
  ::setenv("PMI_SIZE", "2", 1);
  EXPECT_FALSE(shareByLauncher());
  ::setenv("PMI_SIZE", "4x", 1);
  EXPECT_FALSE(shareByLauncher());
}

}  // namespace
}  // namespace lockstep::cli
