#include "semantics/arguments/BufferArguments.h"

namespace lockstep::semantics {

Complaint misplacedInPlace(const mpi::Argument &buffer) {
  return {buffer.when == mpi::When::OffRootOrNotInPlace
              ? "is MPI_IN_PLACE, which only the root may pass"
              : "is MPI_IN_PLACE, which stands for another argument of the call or for none",
          "pass the address of the data"};
}

Complaint nullBuffer() { return {"is NULL, but the call transfers data", "pass memory for the data, or a count of 0"}; }

Complaint nullWindow() {
  return {"is NULL, but the window has a size", "pass the memory that the window exposes, or a size of 0"};
}

}  // namespace lockstep::semantics
