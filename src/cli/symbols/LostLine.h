// Recovers the line of a Fortran call if the compiler lost it.
//
// gfortran attributes a call whose arguments are all variables to the first statement of its program unit. The lines of
// the statements before and after it are known, and so is the name of the routine: if exactly one line between them
// calls it, that is the line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "report/text/SourceText.h"

namespace lockstep::cli {

/// The only line between `after` and `before`, both excluded, that names the routine outside a comment. Without a
/// `before` the file's end is the limit.
std::optional<unsigned> findLostLine(report::SourceText &source, const std::string &file, unsigned after,
                                     std::optional<unsigned> before, std::string_view routine);

}  // namespace lockstep::cli
