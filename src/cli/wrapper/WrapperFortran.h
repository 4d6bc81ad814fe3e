// lockstep-mpifort: flang where possible, else gfortran.
//
// flang runs the static rules. A source is compiled by gfortran right away if it uses a module that flang cannot read:
// mpi_f08, or one whose module file gfortran has written. Whatever else flang rejects (an unknown option or statement)
// is retried with gfortran, and flang's messages are shown only if both reject it. Objects of both can be linked into
// one program.
#pragma once

#include "cli/wrapper/WrapperCommand.h"

namespace lockstep::cli {

/// Returns the exit status of the compiler.
int runFortran(const WrapperCall &call);

}  // namespace lockstep::cli
