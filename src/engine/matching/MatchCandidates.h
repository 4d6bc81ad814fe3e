// Possible and certain matches of the receives and messages of one mailbox that are not matched yet.
//
// The message of a wildcard receive is known when the receive returns. Until then all executions are considered: in
// posting order, each receive takes from some sender the first message that it accepts and that no earlier receive
// took; it takes none only if there is no such message. Executions are enumerated as sets of taken messages. If there
// are too many, everything counts as possible and nothing as certain.
#pragma once

#include <list>
#include <optional>

#include "engine/calls/Transfer.h"

namespace lockstep::engine {

struct MatchCandidate {
  bool isPossible = false;  // it is matched in some execution
  bool isCertain = false;   // it is matched in every execution
};

/// For a receive or probe among `pending`, or a message among `sends`, both in posting order.
MatchCandidate prospectOf(const Transfer &target, const std::list<TransferPtr> &pending, const Transfers &sends);

/// The messages of `receives`, a subset of `pending`, if each in order takes the matching message of the lowest rank.
/// Nothing if a receive finds no message, or if an earlier receive outside the subset could take its message.
std::optional<Transfers> firstChoice(const Transfers &receives, const std::list<TransferPtr> &pending,
                                     const Transfers &sends);

}  // namespace lockstep::engine
