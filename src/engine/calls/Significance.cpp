#include "engine/calls/Significance.h"

namespace lockstep::engine {

mpi::Standing standingOf(const Call &call) {
  mpi::Standing standing;
  if (!call.comm) return standing;
  standing.isInter = call.comm->isInter();
  if (const auto position = call.comm->positionOf(call.rank()))
    standing.ownRank = *position - call.comm->ownGroup(*position).first;
  return standing;
}

bool isSignificant(const Call &call, std::size_t argument) {
  return mpi::isSignificant(
      *call.routine, argument, [&] { return standingOf(call); },
      [&](std::size_t index) { return index < call.arguments.size() ? call.arguments[index] : 0; });
}

}  // namespace lockstep::engine
