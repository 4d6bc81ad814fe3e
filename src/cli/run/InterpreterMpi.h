// The MPI that a script will load, where its interpreter's module tells: mpi4py is built for one MPI, and under the
// launcher of the other every process would be a job of its own.
//
// Python is asked where the module lies, and the dynamic loader what that needs; neither runs the script nor loads MPI.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cli/base/MpiFlavor.h"

namespace lockstep::cli {

/// The interpreter that the program is, or that its first line names ("#!/usr/bin/env python3"); empty for any but
/// Python.
std::string pythonOf(const std::filesystem::path &program);

/// None where the program is no script of Python, or has no mpi4py, or one of several MPIs.
std::optional<MpiFlavor> mpiOfInterpreter(const std::filesystem::path &program);

}  // namespace lockstep::cli
