// What MPI calls give that differs between ranks: where rank dependence starts, and where it ends.
//
// A rank, coordinates and neighbors come from the process's place in a communicator. Received data, results of scans,
// scatters and reductions to one root, statuses and clocks differ as well, but may agree by the program's own
// arrangement. What allreduce, allgather and bcast give is the same on all ranks again.
#pragma once

#include <cstddef>

#include "mpi/Routine.h"

namespace lockstep::passes {

enum class Uniformity {
  Single,  // the same on all ranks of the communicator
  Multi,   // may differ
};

/// Whether the routine tells a process its place among others.
bool isRankSource(const mpi::RoutineInfo &info);

/// Of what the routine writes through this argument.
Uniformity uniformityOf(const mpi::RoutineInfo &info, std::size_t argument);

}  // namespace lockstep::passes
