// Sources and command lines that gcc accepts and clang does not: C before C99 (implicit declarations, implicit int,
// pointers that do not fit), warnings of clang in a build with -Werror, options that only gcc knows.
//
// A program is analyzed as it is: what gcc only warns about must not keep the rules from it.
#pragma once

#include <string>
#include <vector>

#include "cli/base/MpiFlavor.h"
#include "cli/base/Process.h"
#include "cli/compile/CompilerRun.h"

namespace lockstep::cli {

/// Flags that turn clang's errors into warnings where gcc has a warning; they come after the user's own.
std::vector<std::string> warningsInsteadOfErrors(bool isC);

/// Runs clang; if it refuses options, again without them.
CompilerRun attemptWithKnownOptions(std::vector<std::string> words, const ProcessOptions &options);

}  // namespace lockstep::cli
