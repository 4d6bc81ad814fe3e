// Compresses a chunk file that is complete, in the process that has written it: what a live reader does otherwise (see
// Keeper.h), for runs that nobody reads live. Without the heap, since the program may be inside it; async-signal-safe.
#pragma once

#include <cstdint>

#include "trace/file/ChunkName.h"

namespace lockstep::trace {

/// The file is gone once its compressed twin has its final name; where that cannot be written it stays as it is.
/// Returns the bytes that remain on disk, 0 where that is not known.
std::uint64_t packChunk(int directory, const ChunkName &name);

}  // namespace lockstep::trace
