// Compresses a chunk in pieces, so that a truncated file can be decompressed up to its last complete piece.
//
// zstd itself uses blocks of 128 KiB, the whole size of a thread's first chunk. A piece of 16 KiB makes the file 3 to 4
// % larger; 8 KiB would cost 7 %. Flushing a stream would do the same, but needs a copy of the input.
#pragma once

#ifndef ZSTD_STATIC_LINKING_ONLY
#define ZSTD_STATIC_LINKING_ONLY
#endif
#include <zstd.h>

#include <cstddef>
#include <span>

namespace lockstep::trace {

inline constexpr std::size_t kPieceBytes = 16U << 10;

/// As many bytes of `to` as were written; 0: it failed.
inline std::size_t compressInPieces(ZSTD_CCtx *context, int level, std::span<const std::byte> from,
                                    std::span<std::byte> to) {
  ZSTD_parameters parameters = ZSTD_getParams(level, from.size(), 0);
  parameters.fParams.contentSizeFlag = 1;
  parameters.fParams.checksumFlag = 1;
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"  // nothing else begins pieces with a checksum
  std::size_t got = ZSTD_compressBegin_advanced(context, nullptr, 0, parameters, from.size());
#pragma clang diagnostic pop
  std::size_t done = 0;
  while (ZSTD_isError(got) == 0 && from.size() > kPieceBytes) {
    got = ZSTD_compressContinue(context, to.data() + done, to.size() - done, from.data(), kPieceBytes);
    from = from.subspan(kPieceBytes);
    done += ZSTD_isError(got) != 0 ? 0 : got;
  }
  if (ZSTD_isError(got) == 0)
    got = ZSTD_compressEnd(context, to.data() + done, to.size() - done, from.data(), from.size());
  return ZSTD_isError(got) != 0 ? 0 : done + got;
}

}  // namespace lockstep::trace
