// The wording of a finding, shared by all forms of the report.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/Document.h"

namespace lockstep::report {

/// What happened at a site and on which ranks: "store on ranks 0-2, thread 1"; also the function if no source line is
/// known.
std::string describe(const Site &site);

/// The ranks known to have been at a site, sorted.
std::vector<int> ranksAt(const Site &site);

/// The message, with the finding's ranks unless its sites name them.
std::string fullMessage(const Finding &finding);

/// What the run says about a static finding that it does not repeat; empty for all others.
std::string_view verdictOfRun(const Finding &finding);

/// Location of a race: "bytes 0-3 of window win on rank 1, across processes, passive target", as far as known.
std::string describe(const RaceDetail &race);

/// "ring.c:12:5", as far as known.
std::string location(const std::string &place, unsigned line, unsigned column);

/// How the program ended, if noteworthy: "the program aborted"; else empty.
std::string describe(const Outcome &outcome);

}  // namespace lockstep::report
