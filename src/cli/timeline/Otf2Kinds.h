// What OTF2 calls the routines of MPI.
#pragma once

#include <otf2/otf2.h>

#include "mpi/Routine.h"

namespace lockstep::cli {

OTF2_CollectiveOp operationOf(const mpi::RoutineInfo &routine);
OTF2_RegionRole roleOf(const mpi::RoutineInfo &routine);
OTF2_RmaAtomicType atomicOf(const mpi::RoutineInfo &routine);

}  // namespace lockstep::cli
