// An argument of a call as the source writes it: a help text says `owner`, not the number that it was in this run.
//
// There is no parser for it, only the text around the site: brackets are counted, comments, strings and the
// continuation lines of Fortran are known. What is not plain (a macro in place of the call, preprocessor lines inside
// it, keyword arguments, another number of arguments than the routine has) gives nothing, since words without a name
// are better than a wrong name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/Finding.h"
#include "report/text/SourceText.h"

namespace lockstep::report {

/// The arguments of the MPI call at the site; nothing where the source is not there, or not plain enough.
std::optional<std::vector<std::string>> argumentsOf(SourceText &source, const Site &site);

/// Settles what the help of a finding says by the numbers of its sites, see Help.h.
void settleHelp(Finding &finding, SourceText &source);

}  // namespace lockstep::report
