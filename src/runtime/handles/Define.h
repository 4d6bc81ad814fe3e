// Writes the records that define a new communicator or group, and computes its id.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "mpi/Routine.h"
#include "runtime/plans/CallPlan.h"

namespace lockstep::runtime {

struct HandleChange;
struct ThreadState;

/// All return the id, which is never 0.
std::int64_t defineComm(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, MPI_Comm comm,
                        const HandleChange &change);
std::int64_t defineGroup(ThreadState &thread, MPI_Group group);

/// The id of the `index`th window or file created on a communicator.
std::int64_t idMadeOn(std::int64_t comm, mpi::Element kind, std::uint64_t index);

/// After initialization of MPI (or the first session): defines this process and the predefined communicators.
void defineWorld(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw);

/// True for the calls that end with defineWorld().
bool bringsWorld(mpi::Routine routine);

}  // namespace lockstep::runtime
