// arg-buffer: a call that transfers data needs memory, and MPI_IN_PLACE is valid only in certain arguments.
#pragma once

#include "mpi/Routine.h"
#include "semantics/Complaint.h"

namespace lockstep::semantics {

/// MPI_IN_PLACE as a significant buffer that does not allow it.
Complaint misplacedInPlace(const mpi::Argument &buffer);
/// A null buffer with a nonzero count.
Complaint nullBuffer();
/// A null base of a window with a nonzero size.
Complaint nullWindow();

}  // namespace lockstep::semantics
