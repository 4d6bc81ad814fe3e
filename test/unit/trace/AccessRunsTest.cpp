// A record of bits and its accesses: every set bit is in exactly one access, and only rows are joined.
#include "trace/AccessRuns.h"

#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace lockstep::trace {
namespace {

using Rows = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  // address, count

AccessBits someBits() {
  AccessBits some{};
  some.header.site = 7;
  some.address = 0x1000;
  some.bytes = 16;
  some.step = 8;
  some.access = AccessKind::Store;
  return some;
}

Rows rowsOf(const AccessBits &some) {
  Rows rows;
  forEachAccess(some, [&](const Access &access) {
    EXPECT_EQ(access.header.kind, Kind::Access);
    EXPECT_EQ(access.header.site, 7U);
    EXPECT_EQ(access.bytes, 16U);
    EXPECT_EQ(access.stride, 8);
    EXPECT_EQ(access.access, AccessKind::Store);
    rows.emplace_back(access.address, access.count);
  });
  return rows;
}

TEST(AccessRuns, NoBitIsNoAccess) { EXPECT_TRUE(rowsOf(someBits()).empty()); }

TEST(AccessRuns, ARowGoesOnInTheNextWord) {
  AccessBits some = someBits();
  some.bits[0] = std::uint64_t{1} << 63 | 1;
  some.bits[1] = ~std::uint64_t{0};
  some.bits[2] = 1;
  some.bits[4] = 1;
  EXPECT_EQ(rowsOf(some), (Rows{{0x1000, 1}, {0x1000 + 63 * 8, 66}, {0x1000 + 256 * 8, 1}}));
}

TEST(AccessRuns, EveryBitStandsOnce) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 100; ++round) {
    AccessBits some = someBits();
    for (std::uint64_t &word : some.bits) word = random();
    AccessBits again = someBits();
    for (const auto &[address, count] : rowsOf(some))
      for (std::uint64_t place = (address - 0x1000) / 8, end = place + count; place < end; ++place)
        again.bits[place / 64] += std::uint64_t{1} << (place % 64);
    for (int i = 0; i < 8; ++i) EXPECT_EQ(again.bits[i], some.bits[i]);
  }
}

}  // namespace
}  // namespace lockstep::trace
