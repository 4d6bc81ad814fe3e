// arg-comm, arg-datatype and the other rules on handles: a call that needs an object is not given the null handle.
#pragma once

#include "mpi/Routine.h"
#include "semantics/Complaint.h"

namespace lockstep::semantics {

/// Of a null handle of the kind, in an argument that the call reads.
Judgment judgeNull(const mpi::RoutineInfo &routine, mpi::Role role, mpi::Element kind);

}  // namespace lockstep::semantics
