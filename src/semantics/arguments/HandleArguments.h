// arg-comm, arg-datatype and the other handle rules: a call that needs an object must not get the null handle.
#pragma once

#include "mpi/Routine.h"
#include "semantics/Complaint.h"

namespace lockstep::semantics {

/// Judges a null handle of this kind in an argument that the call reads.
Judgment judgeNull(const mpi::RoutineInfo &routine, mpi::Role role, mpi::Element kind);

}  // namespace lockstep::semantics
