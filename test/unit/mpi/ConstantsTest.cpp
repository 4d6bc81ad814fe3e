#include "mpi/Constants.h"

#include <gtest/gtest.h>

namespace lockstep::mpi {
namespace {

TEST(Constants, CommonBlocksOfMpifHoldConstants) {
  for (const char *block : {"mpi_fortran_bottom_", "MPI_FORTRAN_IN_PLACE", "mpipriv1_", "MPIPRIVC", "mpifcmb5_"})
    EXPECT_TRUE(isFortranConstant(block)) << block;
  for (const char *other : {"", "mpi", "mpi_fortran", "my_mpipriv1_", "ompi_mpi_comm_world"})
    EXPECT_FALSE(isFortranConstant(other)) << other;
}

}  // namespace
}  // namespace lockstep::mpi
