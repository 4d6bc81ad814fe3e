// Which kind of handle an argument is, by its role alone.
#pragma once

#include "mpi/Routine.h"

namespace lockstep::mpi {

/// The kind of handle that an argument with this role is or leads to; Other for what is none.
Element handleKind(Role role);

}  // namespace lockstep::mpi
