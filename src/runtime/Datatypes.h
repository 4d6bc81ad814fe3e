// The derived datatypes of the process: each gets an id and a Type record when it is made. Their maps are kept until
// they are freed, because types made of them are built from these: a chain of types costs as much as its last one, not
// the sum over all of them.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "mpi/Routine.h"

namespace lockstep::runtime {

struct ThreadState;

/// Numbers the type that a call has brought and writes what it is.
std::int64_t defineType(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, MPI_Datatype type);
void commitType(std::int64_t id);
void forgetType(std::int64_t id);

}  // namespace lockstep::runtime
