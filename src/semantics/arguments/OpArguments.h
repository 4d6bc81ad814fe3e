// arg-op: the reduction operation must be defined for the datatype.
//
// Predefined operations accept predefined types of certain categories; accumulates also accept derived types made of
// one of them. User-defined operations accept any type, but are not allowed in accumulates. MPI_REPLACE and MPI_NO_OP
// are for accumulates only.
#pragma once

#include "mpi/Predefined.h"
#include "mpi/Routine.h"
#include "semantics/Complaint.h"
#include "semantics/arguments/TypeArguments.h"

namespace lockstep::semantics {

/// The datatype argument that must suit the operation.
mpi::Role reducedType(const mpi::RoutineInfo &routine);

Judgment judgeOp(const mpi::RoutineInfo &routine, mpi::PredefinedOp op, const TypeFacts &type);
/// A user-defined operation.
Judgment judgeOwnOp(const mpi::RoutineInfo &routine);
/// A predefined operation is freed.
Complaint freedOp(mpi::PredefinedOp op);

}  // namespace lockstep::semantics
