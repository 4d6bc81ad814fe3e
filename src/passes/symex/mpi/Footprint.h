// The parts of a buffer, one by one: each has a datatype and a count, and a part for every rank where a call has
// several.
#pragma once

#include <cstdint>
#include <vector>

#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

struct TypedPart {
  semantics::LayoutPtr type;
  std::int64_t displacement = 0;
  std::uint64_t count = 0;
  bool isWritten = false;
};

/// Of a data buffer, as far as they are known.
std::vector<TypedPart> typedPartsOf(const CallView &view, std::size_t buffer);

}  // namespace lockstep::passes::symex
