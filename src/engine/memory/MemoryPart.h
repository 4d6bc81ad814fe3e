// A part of a process's memory that a call reads or writes: so many elements of a datatype at an address.
//
// It is kept as the call gives it, never written out: most parts lie side by side and are compared by their bounds, and
// of those that have gaps only the strided runs within the common bounds are looked at. Exact to the byte, so that the
// columns of one matrix, or the odd and the even elements of an array, do not touch each other.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/objects/Types.h"

namespace lockstep::engine {

struct MemoryPart {
  int argument = -1;            // of the call: which buffer it belongs to
  std::int64_t partition = -1;  // of a partitioned operation
  bool isWritten = false;       // otherwise only read
  std::int64_t address = 0;
  Elements elements;        // none where it is `onlyRun` by itself
  std::uint64_t first = 0;  // bounds of the bytes
  std::uint64_t end = 0;
  std::optional<ByteRun> onlyRun;  // where it is one strided run, by addresses
  bool isSolid() const { return onlyRun && onlyRun->count == 1; }
};

/// None where it has no bytes, where they do not lie in memory, and for the first page, which nobody owns.
std::optional<MemoryPart> memoryPart(std::int64_t address, Elements elements);

/// A strided run by addresses.
std::optional<MemoryPart> memoryPart(const ByteRun &run, bool isWritten);

bool overlap(const MemoryPart &a, const MemoryPart &b);

}  // namespace lockstep::engine
