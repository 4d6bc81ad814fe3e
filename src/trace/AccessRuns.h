// The accesses of an AccessBits record, with neighboring locations merged.
#pragma once

#include <bit>
#include <cstddef>

#include "trace/Record.h"

namespace lockstep::trace {

/// Calls `visit(access)` with an Access for each row, from low to high addresses.
template <class Visit>
void forEachAccess(const AccessBits &some, const Visit &visit) {
  Access access{};
  access.header = some.header;
  access.header.kind = Kind::Access;
  access.header.words = sizeof(Access) / 8;
  access.stride = some.step;
  access.bytes = some.bytes;
  access.access = some.access;
  access.isPoll = some.isPoll;
  const auto tell = [&] {
    if (access.count > 0) visit(access);
    access.count = 0;
  };
  std::uint64_t place = 0;
  std::uint64_t next = 0;  // the place after the row
  for (const std::uint64_t word : some.bits) {
    for (std::uint64_t left = word; left != 0;) {
      const auto first = static_cast<unsigned>(std::countr_zero(left));
      const auto length = static_cast<unsigned>(std::countr_one(left >> first));
      if (place + first != next) tell();
      if (access.count == 0) access.address = some.address + (place + first) * some.step;
      access.count += length;
      next = place + first + length;
      left = first + length < 64 ? left >> (first + length) << (first + length) : 0;
    }
    place += 64;
  }
  tell();
}

}  // namespace lockstep::trace
