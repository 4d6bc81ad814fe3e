// The space in a variable of the program for a result that a call writes at some offset of it.
//
// A member that is smaller than the result has no room for it: the following members would be overwritten. Adjacent
// characters may hold anything; memory that consists of characters only has the size of the object.
#pragma once

#include <cstdint>
#include <span>

#include "trace/Record.h"

namespace lockstep::trace {

/// `offset` is relative to an element of the type with these parts and this size. UINT64_MAX: enough, or unknown.
inline std::uint64_t memberRoom(std::span<const LayoutPart> parts, std::uint64_t elementBytes, std::uint64_t offset,
                                std::uint64_t resultBytes) {
  constexpr std::uint64_t kEnough = UINT64_MAX;
  for (const LayoutPart &part : parts) {
    const std::uint64_t end = part.offset + std::uint64_t{part.count} * part.bytes;
    if (offset < part.offset || offset >= end) continue;
    switch (part.kind) {
      case ValueKind::Byte:
        if (parts.size() == 1 && end == elementBytes) return kEnough;
        return end - offset < resultBytes ? end - offset : kEnough;
      case ValueKind::Signed:
      case ValueKind::Unsigned:
      case ValueKind::Whole:
      case ValueKind::Logical:
        return part.bytes < resultBytes ? part.bytes : kEnough;
      case ValueKind::Floating:
      case ValueKind::Pointer:
      case ValueKind::Anything:
        return kEnough;
    }
  }
  return kEnough;
}

}  // namespace lockstep::trace
