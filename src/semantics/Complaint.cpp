#include "semantics/Complaint.h"

#include "mpi/Special.h"

namespace lockstep::semantics {

std::string nameValue(std::int64_t value) {
  switch (value) {
    case mpi::kProcNull:
      return "MPI_PROC_NULL";
    case mpi::kAnySource:
      return "MPI_ANY_SOURCE";
    case mpi::kRootHere:
      return "MPI_ROOT";
    case mpi::kAnyTag:
      return "MPI_ANY_TAG";
    case mpi::kUndefined:
      return "MPI_UNDEFINED";
    default:
      return std::to_string(value);
  }
}

}  // namespace lockstep::semantics
