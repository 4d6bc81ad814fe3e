// Functions by the names that their source gives them.
//
// Compilers make functions of their own out of parallel regions, lambdas and clones, and other names for Fortran's. A
// reader looks for what stands in the source, so all reports, of whatever analysis, name functions by this.
#pragma once

#include <string>
#include <string_view>

#include "report/Finding.h"

namespace lockstep::report {

inline constexpr std::string_view kMainProgram = "the main program";

/// Of a Fortran program, which compilers call _QQmain or MAIN__.
bool isFortranProgram(std::string_view function);

/// Of the library that a compiler links with every program: what the function does, a statement of the caller asks for.
bool isOfLanguageRuntime(std::string_view function);

/// "main" for main.omp_outlined_debug__ and main._omp_fn.0, "the main program" for that of Fortran, "grid::exchange"
/// for _QMgridPexchange and __grid_MOD_exchange, "a lambda of main" for main::$_0::operator()(int) const.
std::string sourceFunction(std::string_view function);

/// Of a site and its callers. The compiler's own call of the function that it made of a region is no caller.
void nameFunctions(Site &site);

}  // namespace lockstep::report
