#include "engine/calls/BufferParts.h"

#include "engine/calls/Footprint.h"
#include "engine/calls/RmaOperation.h"

namespace lockstep::engine {

std::vector<MemoryPart> partsOf(const Call &call, std::size_t argument) {
  const auto isWanted = [&](int index) { return static_cast<std::size_t>(index) == argument; };
  std::vector<MemoryPart> parts;
  if (mpi::isRma(call.routine->cls)) {
    forEachLocalBuffer(call, [&](int index, bool, const MemoryPart &part) {
      if (isWanted(index)) parts.push_back(part);
    });
  } else {
    for (const MemoryPart &part : footprintOf(call))
      if (isWanted(part.argument)) parts.push_back(part);
  }
  return parts;
}

}  // namespace lockstep::engine
