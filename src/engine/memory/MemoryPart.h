// A part of a process's memory that a call reads or writes: a number of elements of a datatype at an address.
//
// It is stored in this form and never expanded: most parts are disjoint, which their bounds decide; for others, only
// the strided runs within the common bounds are compared. Exact to the byte, so that the columns of one matrix, or the
// odd and the even elements of an array, do not overlap.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/objects/Types.h"

namespace lockstep::engine {

struct MemoryPart {
  int argument = -1;            // index of the buffer argument of the call
  std::int64_t partition = -1;  // of a partitioned operation
  bool isWritten = false;       // otherwise only read
  std::int64_t address = 0;
  Elements elements;        // none if it is just `onlyRun`
  std::uint64_t first = 0;  // bounds of the bytes
  std::uint64_t end = 0;
  std::optional<ByteRun> onlyRun;  // set if it is a single strided run; addresses
  bool isSolid() const { return onlyRun && onlyRun->count == 1; }
};

/// None if it has no bytes, if they are outside the address space, and for the first page, which is never mapped.
std::optional<MemoryPart> memoryPart(std::int64_t address, Elements elements);

/// A strided run by addresses.
std::optional<MemoryPart> memoryPart(const ByteRun &run, bool isWritten);

bool overlap(const MemoryPart &a, const MemoryPart &b);

}  // namespace lockstep::engine
