// The derived datatypes of the process: each gets an id and a Type record when it is created. Layouts are kept until
// the type is freed, because derived types are built from them: a chain of types costs as much as its last one, not the
// sum of all.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "mpi/Routine.h"
#include "semantics/layout/Layout.h"

namespace lockstep::runtime {

struct ThreadState;

/// Assigns an id to the type created by a call and writes its definition.
std::int64_t defineType(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, MPI_Datatype type);
/// The program has queried the constructor of a type: `handles` are references to derived types, or copies of them,
/// that it has to free. A handle that already has an id gets another one until that is freed.
void defineParts(ThreadState &thread, MPI_Datatype type, std::int64_t handles);

/// The layout of a derived type; null if unknown.
semantics::LayoutPtr layoutOfType(std::int64_t id);

void commitType(std::int64_t id);
/// The id that the handle has again when this one is freed; 0: none.
std::int64_t idBehind(std::int64_t id);
void forgetType(std::int64_t id);

}  // namespace lockstep::runtime
