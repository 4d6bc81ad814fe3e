// Whether the members of a collective agree on the transferred data.
//
// There are three cases. In a reduction all members pass the same data, in a broadcast all pass what the root does.
// Otherwise each pair is checked: what one member sends must be what the other expects; with MPI_IN_PLACE, what a
// member expects stands for what it sends. Insignificant arguments are ignored, unknown ones are not judged. In
// neighborhood collectives the pairs are the edges of the topology.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/matching/Collectives.h"

namespace lockstep::engine {

struct Disagreement {
  /// From most to least severe; only the most severe one in a collective is reported.
  enum class What : std::uint8_t {
    Types,      // different basic types
    Amount,     // the same basic types, but different amounts
    TypeNames,  // basic types that differ in name only
  } what = What::Types;
  std::string description;  // "rank 1 sends 4 x MPI_INT to rank 0, which expects 2 x MPI_INT"
};

std::optional<Disagreement> dataDisagreement(const Slot &slot);

}  // namespace lockstep::engine
