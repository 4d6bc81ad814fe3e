// Who is in the communicators and groups of a path, as far as it is known.
#pragma once

#include <memory>
#include <vector>

#include "passes/symex/mpi/CallView.h"

namespace lockstep::passes::symex {

/// A new communicator.
struct Made {
  enum class Kind : std::uint8_t { Unknown, Null, Known };
  Kind kind = Kind::Unknown;
  std::shared_ptr<const Membership> members;  // of a known one
};

/// Of the communicator or window of the call; null where they are not known.
std::shared_ptr<const Membership> membersOf(const CallView &view);
/// That the call makes.
Made madeComm(const CallView &view);
/// For the caller, a member.
Comm commOf(const CallView &view, const std::shared_ptr<const Membership> &members);
/// That the call makes.
Group madeGroup(const CallView &view);
std::vector<std::int64_t> coordinatesOf(const Membership &grid, std::int64_t rank);

/// Gives a collective call the number that it has on all ranks (State::exchange).
void countCollective(const CallView &view);

// Topology.cpp
/// Ranks and coordinates that the call asks for: what is known of them, behind its other effects.
void applyTopology(const CallView &view);
/// False where the dimensions of a grid do not follow from the arguments.
bool chooseDimensions(const CallView &view);

// Exchanges.cpp
/// Whether the call gives all ranks the same data, in a joint run.
bool isExchange(const CallView &view);
/// What the caller gives to a result that can be computed; to be asked before the call has its effects.
std::optional<JointRun::Numbers> contributionOf(const CallView &view);
/// `own`: the contribution.
void applyExchange(const CallView &view, const std::optional<JointRun::Numbers> &own);

}  // namespace lockstep::passes::symex
