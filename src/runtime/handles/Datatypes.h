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

/// Numbers the type that a call has brought and writes what it is.
std::int64_t defineType(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, MPI_Datatype type);
/// The program has asked what a type is made of: `handles` are references to derived types, or copies of them, that it
/// has to free. Where such a handle has an id already it gets a further one until that is freed.
void defineParts(ThreadState &thread, MPI_Datatype type, std::int64_t handles);

/// That of a derived type; null when it is not known.
semantics::LayoutPtr layoutOfType(std::int64_t id);

void commitType(std::int64_t id);
/// The id that the handle has again when this one is freed; 0: none.
std::int64_t idBehind(std::int64_t id);
void forgetType(std::int64_t id);

}  // namespace lockstep::runtime
