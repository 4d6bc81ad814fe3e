// The MPI that a script will load, according to its interpreter's MPI module: mpi4py is built for one MPI, and under
// another MPI's launcher every process would be a separate job.
//
// Python is asked for the path of the module, and the dynamic loader for its libraries; neither runs the script nor
// loads MPI.
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
