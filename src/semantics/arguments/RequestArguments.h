// arg-request: a request that the call cannot act on.
//
// To wait for or test a null request is legal, to start, cancel or free one is not. A request is gone when it was
// completed, unless it is persistent, or freed: the library sets the variable that was passed to null, but no other
// copy of the handle. RequestState.h is about the requests that exist.
#pragma once

#include <optional>

#include "mpi/Routine.h"
#include "semantics/Complaint.h"

namespace lockstep::semantics {

/// Whether the argument is a request that the call is given, or a list of them.
bool isRequest(mpi::Role role);
/// The first such argument.
std::optional<std::size_t> requestArgument(const mpi::RoutineInfo &routine);
/// A call that starts requests is given one of a nonblocking operation.
Complaint notPersistent(mpi::Role role, const mpi::RoutineInfo &made);
Complaint goneRequest(mpi::Role role, const mpi::RoutineInfo &endedBy);
/// "is completed here"
std::string endOfRequest(const mpi::RoutineInfo &endedBy);
Complaint noRequest(mpi::Role role);

}  // namespace lockstep::semantics
