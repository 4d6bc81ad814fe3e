// arg-buffer: where data moves there is memory, and MPI_IN_PLACE stands only where the call takes it.
#pragma once

#include <cstdint>
#include <optional>

#include "mpi/Routine.h"
#include "semantics/Complaint.h"

namespace lockstep::semantics {

/// Members without neighbors pass no memory, and the first member of an exclusive scan gets nothing. `ownRank` is that
/// of the caller in the call's communicator, where it is known.
bool mayBeUnused(const mpi::RoutineInfo &routine, mpi::Role role, std::optional<std::int64_t> ownRank);

/// A significant buffer that is MPI_IN_PLACE.
Complaint misplacedInPlace(const mpi::Argument &buffer);
/// A buffer of some elements that is no memory.
Complaint nullBuffer();
/// A window of some size that is no memory.
Complaint nullWindow();

}  // namespace lockstep::semantics
