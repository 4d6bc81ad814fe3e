// The launch line and environment of a job, which load the recorder into every rank, on both MPIs, without changing the
// user's arguments.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/base/MpiFlavor.h"
#include "cli/run/Job.h"

namespace lockstep::cli {

/// The library that is preloaded into every rank.
std::filesystem::path preloadedLibrary();

/// `program` with its arguments on `ranks` ranks under the launcher of `flavor`; throws a Failure if there is none.
Launch launchProgram(MpiFlavor flavor, int ranks, const std::vector<std::string> &program,
                     const std::filesystem::path &runDirectory);

/// Whether a program with this name starts ranks, by the names that MPIs and batch systems give theirs.
bool isLauncher(const std::filesystem::path &program);

/// The user's own launch line.
Launch launchForeign(const std::vector<std::string> &words, const std::filesystem::path &runDirectory);

}  // namespace lockstep::cli
