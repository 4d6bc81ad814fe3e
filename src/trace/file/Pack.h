// Compresses a complete chunk file in the process that wrote it, for runs without a live reader, which otherwise does
// it (see Keeper.h). Without heap, since the program may be inside malloc; async-signal-safe.
#pragma once

#include <cstdint>

#include "trace/file/ChunkName.h"

namespace lockstep::trace {

/// The file is removed once its compressed version has its final name; if that cannot be written it is kept. Returns
/// the bytes that remain on disk, 0 if unknown.
std::uint64_t packChunk(int directory, const ChunkName &name);

}  // namespace lockstep::trace
