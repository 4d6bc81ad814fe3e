#include "engine/calls/Significance.h"

#include "mpi/Significance.h"

namespace lockstep::engine {

bool isSignificant(const Call &call, std::size_t argument) {
  mpi::Standing rankStatus;
  if (call.comm) {
    rankStatus.isInter = call.comm->isInter();
    const bool isRooted = call.routine->indexOf(mpi::Role::Root) >= 0;  // else nobody asks, and looking up costs
    const auto position = isRooted ? call.comm->positionOf(call.rank()) : std::nullopt;
    if (position) rankStatus.ownRank = *position;
  }
  return mpi::isSignificant(*call.routine, argument, rankStatus, [&](std::size_t index) {
    return index < call.arguments.size() ? call.arguments[index] : 0;
  });
}

}  // namespace lockstep::engine
