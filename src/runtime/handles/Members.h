// The members of groups and communicators as world ranks, queried from the MPI library by local calls only.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace lockstep::runtime {

using Members = std::vector<std::uint32_t>;  // world ranks, or trace::kOutsideWorld

/// The group that world ranks count in: that of the world communicator, or of a session's world process set.
void setWorldGroup(MPI_Group group);

Members groupMembers(MPI_Group group);
Members commMembers(MPI_Comm comm);
/// Empty for an intracommunicator.
Members remoteMembers(MPI_Comm comm);

}  // namespace lockstep::runtime
