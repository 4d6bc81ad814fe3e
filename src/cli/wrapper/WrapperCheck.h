// The static rules beside gcc: clang or flang looks at the sources of a line that gcc, g++ or gfortran compiles.
//
// Only what tells the meaning of a source is handed over (macros, header folders, standard), because options of gcc
// that clang does not know would end it. A source that cannot be looked at is no error: with -v a note says so.
#pragma once

#include "cli/wrapper/WrapperCommand.h"

namespace lockstep::cli {

/// Shows what the rules find. Returns false where -Werror=lockstep makes that the end of the compilation.
bool checkBeside(const WrapperCall &call);

}  // namespace lockstep::cli
