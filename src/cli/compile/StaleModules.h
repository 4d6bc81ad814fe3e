// Module files that an earlier compilation has left in the current folder.
//
// Every Fortran compiler looks for modules in the current folder before it looks where it was told to, even for those
// that the sources in hand define. One that another compiler has written there stops it, and an old one of its own is
// silently taken. Such sources are compiled from an empty folder, so every path becomes an absolute one.
#pragma once

#include <filesystem>

#include "cli/compile/Compile.h"

namespace lockstep::cli {

/// Whether the folder holds a module file of a module that the sources define.
bool hasStaleModules(const Compilation &compilation, const std::filesystem::path &folder);

/// The same compilation, to be made from another folder; what it includes is still found in `folder`.
Compilation fromElsewhere(Compilation compilation, const std::filesystem::path &folder);

}  // namespace lockstep::cli
