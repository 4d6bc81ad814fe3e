// arg-datatype: the datatypes of a call that transfers data are committed, and of a kind that the call allows.
//
// Markers (MPI_LB, MPI_UB) carry no data. Single-value window operations accept predefined types only,
// MPI_Compare_and_swap only those with exact equality.
#pragma once

#include "mpi/Predefined.h"
#include "mpi/Routine.h"
#include "semantics/Complaint.h"

namespace lockstep::semantics {

/// What is known about a datatype argument. A derived type of a single value counts as predefined, since
/// MPI_Type_create_f90_* return such types. Nothing is set for it, nor for a null or unknown type.
struct TypeFacts {
  const mpi::PredefinedTypeInfo *predefined = nullptr;
  bool isDerived = false;
  const mpi::PredefinedTypeInfo *basic = nullptr;  // the basic type of the whole derived type, if there is a single one
};

/// Whether the routine transfers data, so that its datatypes must be committed.
bool movesData(const mpi::RoutineInfo &routine);
/// Whether the argument is a datatype, or a list of them, used for transferred data.
bool mustBeCommitted(mpi::Role role);

/// Whether the routine fetches one value from a window: it has a datatype and no count.
bool fetchesOne(const mpi::RoutineInfo &routine);

/// Judges a datatype used for transferred data.
Judgment judgeUse(const TypeFacts &type);
Complaint notCommitted();
/// Judges a datatype that is freed.
Judgment judgeFree(const TypeFacts &type);
/// Judges the datatype of a call that fetches one value from a window; nothing for other calls.
Judgment judgeFetch(const mpi::RoutineInfo &routine, const TypeFacts &type);

}  // namespace lockstep::semantics
