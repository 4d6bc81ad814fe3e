// The neighbors of a process on a communicator with a topology, in the order in which neighborhood collectives take
// them: ranks, with the special values of mpi/Special.h.
#pragma once

#include <cstdint>
#include <vector>

namespace lockstep::semantics {

struct Neighbors {
  std::vector<std::int64_t> sources;
  std::vector<std::int64_t> destinations;

  const std::vector<std::int64_t> &of(bool isIncoming) const { return isIncoming ? sources : destinations; }
};

}  // namespace lockstep::semantics
