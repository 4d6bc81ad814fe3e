// Which results of MPI calls differ between ranks: the sources and sinks of rank dependence.
//
// A rank, coordinates and neighbors are a process's position in a communicator. Received data, results of scans,
// scatters and rooted reductions, statuses and clocks may differ as well, but the program may make them equal. Results
// of allreduce, allgather and bcast are the same on all ranks.
#pragma once

#include <cstddef>

#include "mpi/Routine.h"

namespace lockstep::passes {

enum class Uniformity {
  Single,  // the same on all ranks of the communicator
  Multi,   // may differ
};

/// Whether the routine returns the position of a process among others.
bool isRankSource(const mpi::RoutineInfo &info);

/// Of the value that the routine writes through this argument.
Uniformity uniformityOf(const mpi::RoutineInfo &info, std::size_t argument);

}  // namespace lockstep::passes
