// An argument of a call as the source writes it: a help text names `owner`, not its value in this run.
//
// Not a parser: it works on the text around the site, counts brackets, and knows comments, strings and Fortran
// continuation lines. Anything irregular (a macro instead of the call, preprocessor lines inside it, keyword arguments,
// a different number of arguments than the routine has) yields nothing: no name is better than a wrong name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/Finding.h"
#include "report/text/SourceText.h"

namespace lockstep::report {

/// The arguments of the MPI call at the site; nothing if the source is unavailable or irregular.
std::optional<std::vector<std::string>> argumentsOf(SourceText &source, const Site &site);

/// Replaces references to the finding's sites in its help, see Help.h.
void settleHelp(Finding &finding, SourceText &source);

}  // namespace lockstep::report
