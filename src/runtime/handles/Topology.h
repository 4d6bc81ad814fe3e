// The topology of a communicator, queried from the MPI library by local calls only.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "semantics/Neighbors.h"

namespace lockstep::runtime {

/// As in mpi/Special.h; 0 for a communicator without one.
std::int64_t topologyOf(MPI_Comm comm);

/// 0 for a communicator without a grid.
int gridDimensions(MPI_Comm comm);

struct NeighborCounts {
  int sources = 0;
  int destinations = 0;
};
NeighborCounts countNeighbors(MPI_Comm comm);

semantics::Neighbors neighborsOf(MPI_Comm comm);

}  // namespace lockstep::runtime
