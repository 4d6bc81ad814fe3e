// arg-datatype: the datatypes of a call are committed where data moves, and are such as the call allows.
//
// Markers carry no data. The operations on single values of a window take predefined types only, a compare-and-swap
// only those with exact equality.
#pragma once

#include "mpi/Predefined.h"
#include "mpi/Routine.h"
#include "semantics/Complaint.h"

namespace lockstep::semantics {

/// What is known of a datatype that is passed. A derived one of a single value is as good as predefined: those that
/// Fortran asks for by precision look like that. Nothing is set for it, nor for one that is null or not known.
struct TypeFacts {
  const mpi::PredefinedTypeInfo *predefined = nullptr;
  bool isDerived = false;
  const mpi::PredefinedTypeInfo *basic = nullptr;  // of which all of a derived one consists, where that is one
};

/// Whether the routine transfers data, so that its datatypes must be committed.
bool movesData(const mpi::RoutineInfo &routine);
/// True for a datatype, or a list of them, of data that moves.
bool mustBeCommitted(mpi::Role role);

/// Fetches one value from a window: has a datatype and no count.
bool fetchesOne(const mpi::RoutineInfo &routine);

/// A datatype of data that moves.
Judgment judgeUse(const TypeFacts &type);
Complaint notCommitted();
/// A datatype that is freed.
Judgment judgeFree(const TypeFacts &type);
/// The datatype of a call that fetches one value from a window; says nothing of other calls.
Judgment judgeFetch(const mpi::RoutineInfo &routine, const TypeFacts &type);

}  // namespace lockstep::semantics
