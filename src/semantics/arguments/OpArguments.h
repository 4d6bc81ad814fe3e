// arg-op: the operation of a reduction is defined for the values that it gets.
//
// Predefined operations take the predefined types of certain categories, in accumulates also derived types made of one
// of them. Operations of the program's own take any type, but no accumulate. Replacing and doing nothing are for
// accumulates alone.
#pragma once

#include "mpi/Predefined.h"
#include "mpi/Routine.h"
#include "semantics/Complaint.h"
#include "semantics/arguments/TypeArguments.h"

namespace lockstep::semantics {

/// The datatype that decides what an operation of the routine may be.
mpi::Role reducedType(const mpi::RoutineInfo &routine);

Judgment judgeOp(const mpi::RoutineInfo &routine, mpi::PredefinedOp op, const TypeFacts &type);
/// An operation that the program has made.
Judgment judgeOwnOp(const mpi::RoutineInfo &routine);
/// A predefined operation that is freed.
Complaint freedOp(mpi::PredefinedOp op);

}  // namespace lockstep::semantics
