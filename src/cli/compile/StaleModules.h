// Handles module files that an earlier compilation has left in the current folder.
//
// Every Fortran compiler searches the current folder for modules before the folders that it is given, even for modules
// that the sources themselves define. A file written by another compiler is an error, and an outdated one is silently
// used. Such sources are compiled in an empty folder, so that every path must be made absolute.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/compile/Compile.h"

namespace lockstep::cli {

/// Whether the folder holds a module file of a module that the sources define.
bool hasStaleModules(const Compilation &compilation, const std::filesystem::path &folder);

/// Files and folders of a command, relative to `folder`, as absolute paths.
std::vector<std::string> withAbsolutePaths(std::vector<std::string> words, const std::filesystem::path &folder);

/// The same compilation for another folder; its includes are still found in `folder`.
Compilation fromElsewhere(Compilation compilation, const std::filesystem::path &folder);

}  // namespace lockstep::cli
