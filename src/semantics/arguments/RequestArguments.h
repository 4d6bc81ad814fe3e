// arg-request: a request that the call cannot act on.
//
// Waiting for or testing a null request is legal, starting, cancelling or freeing one is not. A request no longer
// exists after it was freed, or completed unless it is persistent: the library sets the passed variable to null, but
// not other copies of the handle. RequestState.h is about existing requests.
#pragma once

#include <cstdint>
#include <optional>

#include "mpi/Routine.h"
#include "semantics/Complaint.h"

namespace lockstep::semantics {

/// Whether the argument is a request or a list of requests that the call reads.
bool isRequest(mpi::Role role);
/// The first such argument.
std::optional<std::size_t> requestArgument(const mpi::RoutineInfo &routine);
/// A call that starts requests is given one of a nonblocking operation.
Complaint notPersistent(mpi::Role role, const mpi::RoutineInfo &made);
Complaint goneRequest(mpi::Role role, const mpi::RoutineInfo &endedBy);
/// "is completed here"
std::string endOfRequest(const mpi::RoutineInfo &endedBy);
Complaint noRequest(mpi::Role role);

// Partitioned operations (MPI 4.0, section 4.2).
Complaint noPartition(std::int64_t partition, std::int64_t count);
Complaint readyTwice(std::int64_t partition);
/// A partition is marked ready before the start, or after the completion.
Complaint readyWhileInactive();
/// It is asked whether a partition has arrived, and the receive was never started.
Complaint arrivedWithoutStart();

}  // namespace lockstep::semantics
