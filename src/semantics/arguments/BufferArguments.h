// arg-buffer: where data moves there is memory, and MPI_IN_PLACE stands only where the call takes it.
#pragma once

#include "mpi/Routine.h"
#include "semantics/Complaint.h"

namespace lockstep::semantics {

/// A significant buffer that is MPI_IN_PLACE.
Complaint misplacedInPlace(const mpi::Argument &buffer);
/// A buffer of some elements that is no memory.
Complaint nullBuffer();
/// A window of some size that is no memory.
Complaint nullWindow();

}  // namespace lockstep::semantics
