// Compresses a complete chunk file in the process that wrote it, for runs without a live reader, which otherwise does
// it (see Keeper.h). Without heap, since the program may be inside malloc; async-signal-safe.
#pragma once

#include <cstdint>

#include "trace/file/ChunkName.h"

namespace lockstep::trace {

/// The file is gone once its compressed twin has its final name; where that cannot be written it stays as it is.
/// Returns the bytes that remain on disk, 0 where that is not known.
std::uint64_t packChunk(int directory, const ChunkName &name);

}  // namespace lockstep::trace
