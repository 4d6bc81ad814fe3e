// Function names as in the source.
//
// Compilers outline parallel regions and tasks, generate functions for lambdas and clones, and mangle Fortran names. All
// reports of all analyses show functions by the name that the source has.
#pragma once

#include <string>
#include <string_view>

#include "report/Finding.h"

namespace lockstep::report {

inline constexpr std::string_view kMainProgram = "the main program";
inline constexpr std::string_view kTask = "a task";

/// Whether this is a Fortran main program, which compilers call _QQmain or MAIN__.
bool isFortranProgram(std::string_view function);

/// Whether the function is of the library that a compiler links with every program, called by a statement.
bool isOfLanguageRuntime(std::string_view function);

/// "main" for main.omp_outlined_debug__, main._omp_fn.0 and __omp_offloading_1_2_main_l14, "the main program" for that
/// of Fortran, "grid::exchange" for _QMgridPexchange and __grid_MOD_exchange, "a lambda of main" for
/// main::$_0::operator()(int) const, "a task" for that of OpenMP, which clang does not name after a function.
std::string sourceFunction(std::string_view function);

/// Renames the functions of a site and its callers. The compiler-generated call of an outlined function is no caller.
void nameFunctions(Site &site);

}  // namespace lockstep::report
