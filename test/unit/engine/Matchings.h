// The ranks of a run that can never proceed, found by enumerating all matchings of its messages.
//
// Of the receives that have returned it is known what they took. Each other one may have taken, of any sender, the
// first message that it accepts and that nothing before it took; it has none only when nothing is left that it accepts
// and no receive behind it took such a message. A rank that is outside, or that returns in some matching, may do
// anything from then on: send what another waits for, receive what was sent to it, join a collective.
//
// A standard send that stands alone and has not returned is not buffered. Beside something else that its call waits for
// it may be.
#pragma once

#include <vector>

#include "ReferenceMpi.h"

namespace lockstep::reference {

/// The ranks that are inside a call from which they return in no matching.
std::vector<int> stuckRanks(const Run &run);

/// The lines of the calls that sent what nobody took.
std::vector<int> unmatchedLines(const Run &run);

}  // namespace lockstep::reference
