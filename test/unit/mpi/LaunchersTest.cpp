// A launch has the id given by its launcher, and never that of what started the launcher.
#include "mpi/Launchers.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace lockstep::mpi {
namespace {

class Launch : public testing::Test {
 protected:
  Launch() {
    for (const Launcher &launcher : kLaunchers)
      for (const char *variable : {launcher.rank, launcher.launch, launcher.part})
        if (variable != nullptr) ::unsetenv(variable);
  }
};

TEST_F(Launch, HasNoNameWithoutLauncher) {
  ::setenv("SLURM_JOB_ID", "12", 1);
  EXPECT_EQ(launcher(), nullptr);
  EXPECT_EQ(launchId(), "");
}

TEST_F(Launch, IsAStepOfSlurm) {
  ::setenv("SLURM_PROCID", "3", 1);
  ::setenv("SLURM_JOB_ID", "12", 1);
  EXPECT_EQ(launchId(), "") << "a batch script launches several";
  ::setenv("SLURM_STEP_ID", "4", 1);
  EXPECT_EQ(launchId(), "12.4");
}

TEST_F(Launch, InsideAStepOfSlurmIsAnother) {
  ::setenv("SLURM_PROCID", "0", 1);
  ::setenv("SLURM_JOB_ID", "12", 1);
  ::setenv("SLURM_STEP_ID", "0", 1);
  ::setenv("PMI_RANK", "1", 1);
  EXPECT_EQ(launchId(), "");
  ::setenv("PMI_JOBID", "77", 1);
  EXPECT_EQ(launchId(), "77");
}

TEST_F(Launch, HasTheNameOfItsFirstJobInWhatItSpawns) {
  ::setenv("OMPI_COMM_WORLD_RANK", "0", 1);
  ::setenv("PMIX_NAMESPACE", "prterun-node-123@2", 1);
  EXPECT_EQ(launchId(), "prterun-node-123");
  ::setenv("OMPI_MCA_orte_hnp_uri", "869924864.0;tcp://192.0.2.2:58519", 1);
  ::setenv("PMIX_NAMESPACE", "869924866", 1);
  EXPECT_EQ(launchId(), "869924864.0;tcp://192.0.2.2:58519");
}

}  // namespace
}  // namespace lockstep::mpi
