// Paths of this installation. Everything is found relative to the running executable, so that the prefix is
// relocatable; the build tree has the same layout.
#pragma once

#include <filesystem>

namespace lockstep::cli {

/// Folder of the recorder, its stub and the compiler plugin: ../lib/lockstep beside the folder of the executable.
std::filesystem::path libraryDirectory();

/// Folder of the data files: ../share/lockstep beside the folder of the executable.
std::filesystem::path shareDirectory();

/// A program found through PATH (or by its path, if `name` has a slash); empty if there is none.
std::filesystem::path findProgram(const std::filesystem::path &name);

}  // namespace lockstep::cli
