// Functions by the names that their source gives them.
//
// Compilers make functions of their own out of parallel regions, tasks, lambdas and clones, and other names for
// Fortran's. A reader looks for what stands in the source, so all reports, of whatever analysis, name functions by
// this.
#pragma once

#include <string>
#include <string_view>

#include "report/Finding.h"

namespace lockstep::report {

inline constexpr std::string_view kMainProgram = "the main program";
inline constexpr std::string_view kTask = "a task";

/// Of a Fortran program, which compilers call _QQmain or MAIN__.
bool isFortranProgram(std::string_view function);

/// "main" for main.omp_outlined_debug__, main._omp_fn.0 and __omp_offloading_1_2_main_l14, "the main program" for that
/// of Fortran, "grid::exchange" for _QMgridPexchange and __grid_MOD_exchange, "a lambda of main" for
/// main::$_0::operator()(int) const, "a task" for that of OpenMP, which clang does not name after a function.
std::string sourceFunction(std::string_view function);

/// Of a site and its callers. The compiler's own call of the function that it made of a region is no caller.
void nameFunctions(Site &site);

}  // namespace lockstep::report
