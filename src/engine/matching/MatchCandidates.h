// What may still become of the receives and messages of one mailbox that are not matched for certain.
//
// Which message a receive that names no source or no tag takes is known when it returns. Until then every way counts:
// in the order in which they were posted, each receive takes of some sender the first message that it accepts and that
// none before it took; it goes without only when there is no such message. The ways are counted up as sets of taken
// messages. Where there are too many, everything is possible and nothing certain.
#pragma once

#include <list>
#include <optional>

#include "engine/calls/Transfer.h"

namespace lockstep::engine {

struct MatchCandidate {
  bool isPossible = false;  // it may be matched with what there is now
  bool isCertain = false;   // and is, in every way
};

/// Of a receive or look among `pending`, or of a message among `sends`. Both in the order of posting.
MatchCandidate prospectOf(const Transfer &target, const std::list<TransferPtr> &pending, const Transfers &sends);

/// What each of `receives`, some of `pending`, gets if each in its turn takes the message of the lowest rank that it
/// can take. Nothing where one finds no message, or one in front of it that is not among them could take its message.
std::optional<Transfers> firstChoice(const Transfers &receives, const std::list<TransferPtr> &pending,
                                     const Transfers &sends);

}  // namespace lockstep::engine
