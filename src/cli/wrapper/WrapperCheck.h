// The static rules in addition to gcc: clang or flang analyzes the sources that gcc, g++ or gfortran compiles.
//
// Only options that affect the meaning of a source are passed (macros, include folders, language standard), because
// clang would reject unknown options of gcc. A source that cannot be analyzed is not an error: with -v a note says so.
#pragma once

#include "cli/wrapper/WrapperCommand.h"

namespace lockstep::cli {

/// Prints the findings of the rules. Returns false if -Werror=lockstep makes them end the compilation.
bool checkBeside(const WrapperCall &call);

}  // namespace lockstep::cli
