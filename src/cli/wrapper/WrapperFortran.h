// lockstep-mpifort: flang where it can, gfortran where it cannot.
//
// flang carries the static rules. A source is gfortran's from the start when it uses a module that flang cannot read:
// mpi_f08, or one whose module file gfortran has written. Whatever else flang refuses (an option, a statement that it
// does not know) is tried with gfortran, and flang's messages are shown only when both refuse. Objects of both can be
// linked into one program.
#pragma once

#include "cli/wrapper/WrapperCommand.h"

namespace lockstep::cli {

/// Returns the exit status of the compiler.
int runFortran(const WrapperCall &call);

}  // namespace lockstep::cli
