// The topology of a communicator, queried from the MPI library by local calls only.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

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

/// Ranks, as in mpi/Special.h, in the order of neighborhood collectives.
struct NeighborRanks {
  std::vector<std::int64_t> sources;
  std::vector<std::int64_t> destinations;
};
NeighborRanks neighborsOf(MPI_Comm comm);

}  // namespace lockstep::runtime
