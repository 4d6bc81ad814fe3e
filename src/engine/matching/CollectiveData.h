// Whether the members of a collective agree on the data that goes between them.
//
// Three forms. In a reduction all members name the same data, in a broadcast all name what the root does. Otherwise
// what one member sends to another must be what that one expects from it, pair by pair; in place, what it expects
// stands for what it would have sent. Arguments that are not significant are never looked at, and what is not known is
// not judged. In a neighborhood the pairs are the edges of the topology.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/matching/Collectives.h"

namespace lockstep::engine {

struct Disagreement {
  /// From the most to the least grave; the gravest in a collective is the one that counts.
  enum class What : std::uint8_t {
    Types,      // basic types that differ
    Amount,     // the same basic types, but one end has more of them
    TypeNames,  // basic types that differ in name only
  } what = What::Types;
  std::string description;  // "rank 1 sends 4 x MPI_INT to rank 0, which expects 2 x MPI_INT"
};

std::optional<Disagreement> dataDisagreement(const Slot &slot);

}  // namespace lockstep::engine
