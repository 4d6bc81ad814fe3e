// What a routine writes to the memory that its arguments point to.
//
// For analyses that execute a program without an MPI library: each has its own representation of ranks and handles.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi/Routine.h"

namespace lockstep::mpi {

enum class Output : std::uint8_t {
  None,       // nothing, or not by this call: an argument that is read, memory passed to MPI
  OwnRank,    // of the process in the communicator of the call
  GroupSize,  // of that communicator
  ThreadLevel,
  Flag,
  Number,
  Numbers,
  NewHandle,
  ChangedHandle,  // which is null afterwards, but for that of a committed datatype or a persistent request
  ChangedHandles,
  Address,  // of memory that MPI has allocated
  Status,
  Statuses,
  Data,
};

Output outputOf(const RoutineInfo &routine, std::size_t argument);

}  // namespace lockstep::mpi
