// Which modules a Fortran source uses and defines, and which of them flang cannot read: mpi_f08, which only gfortran
// has, and `mpi` where our own was not built for flang.
//
// Sources are scanned line by line. That takes modules in branches that the preprocessor drops for used ones: before a
// source is kept from flang, its preprocessor is asked.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "cli/base/MpiFlavor.h"

namespace lockstep::cli {

/// In lower case.
std::set<std::string> usedModules(const std::filesystem::path &source);
std::set<std::string> definedModules(const std::filesystem::path &source);

/// Folder of the module `mpi` for flang; empty where it was not built for this MPI.
std::filesystem::path flangModules(MpiFlavor flavor);

/// The module of MPI that keeps flang from compiling this text; empty where there is none.
std::string unreadableByFlang(const std::filesystem::path &text, MpiFlavor flavor);

/// What keeps flang from the source, in words.
std::string describeUnreadable(const std::string &source, const std::string &module);

/// What `judge` says of the text that flang would compile, the name of a module or nothing. `byFlang`: a command of
/// flang for the source, in `directory` (empty: ours).
std::string unreadableModule(const std::filesystem::path &source, std::vector<std::string> byFlang,
                             const std::filesystem::path &directory,
                             const std::function<std::string(const std::filesystem::path &)> &judge);

}  // namespace lockstep::cli
