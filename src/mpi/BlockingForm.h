// Which routine a nonblocking, persistent or large-count one is a form of: MPI_Bcast for MPI_Ibcast, MPI_Bcast_init and
// MPI_Bcast_c. Of collectives; the forms do not match each other, but they do the same.
#pragma once

#include "mpi/Routine.h"

namespace lockstep::mpi {

/// Itself where it is no such form.
Routine blockingForm(Routine collective);

}  // namespace lockstep::mpi
