// How a finding is put into words, so that every form of the report tells the same story.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/Document.h"

namespace lockstep::report {

/// What happened at a site and who did it: "store on ranks 0-2, thread 1"; where no source line is known, also in which
/// function.
std::string describe(const Site &site);

/// The ranks that are known to have been at a site, sorted.
std::vector<int> ranksAt(const Site &site);

/// The message, with the ranks of the finding where its sites do not tell them.
std::string fullMessage(const Finding &finding);

/// What the run says about a finding of the static analysis that it does not repeat; empty for all others.
std::string_view verdictOfRun(const Finding &finding);

/// Where a race happens: "bytes 0-3 of window win on rank 1, across processes, passive target", as far as it is known.
std::string describe(const RaceDetail &race);

/// "ring.c:12:5", as far as it is known.
std::string location(const std::string &place, unsigned line, unsigned column);

/// How the program ended, where that is worth a word: "the program aborted"; else empty.
std::string describe(const Outcome &outcome);

}  // namespace lockstep::report
