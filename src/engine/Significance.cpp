#include "engine/Significance.h"

#include "mpi/Significance.h"

namespace lockstep::engine {

bool isSignificant(const Call &call, std::size_t argument) {
  mpi::Standing standing;
  if (call.comm) {
    standing.isInter = call.comm->isInter();
    if (const auto position = call.comm->positionOf(call.rank())) standing.ownRank = *position;
  }
  return mpi::isSignificant(*call.routine, argument, standing, [&](std::size_t index) {
    return index < call.arguments.size() ? call.arguments[index] : 0;
  });
}

}  // namespace lockstep::engine
