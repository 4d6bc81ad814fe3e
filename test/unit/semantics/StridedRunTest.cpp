// Overlaps of strided runs, against the sets of their bytes.
#include "semantics/layout/StridedRun.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace lockstep::semantics {
namespace {

std::set<std::int64_t> bytesOf(const StridedRun &run) {
  std::set<std::int64_t> bytes;
  for (std::uint64_t i = 0; i < run.count; ++i)
    for (std::uint64_t byte = 0; byte < run.length; ++byte)
      bytes.insert(run.offset + static_cast<std::int64_t>(i) * run.stride + static_cast<std::int64_t>(byte));
  return bytes;
}

class Chance {
 public:
  std::int64_t from(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }
  StridedRun run(std::int64_t stride, std::int64_t length) {
    return {from(-stride, 20 * stride), static_cast<std::uint64_t>(from(0, length)), from(-stride, stride),
            static_cast<std::uint64_t>(from(0, 60))};
  }

 private:
  std::mt19937 engine_{11};  // NOLINT: the same numbers every time
};

void compareWithBytes(std::int64_t stride, std::int64_t length) {
  Chance chance;
  unsigned overlaps = 0;
  for (int i = 0; i < 4000; ++i) {
    const StridedRun a = chance.run(stride, length);
    const StridedRun b = chance.run(stride, length);
    const std::set<std::int64_t> ofA = bytesOf(a);
    bool expected = false;
    for (const std::int64_t byte : bytesOf(b)) expected |= ofA.contains(byte);
    overlaps += expected ? 1 : 0;
    ASSERT_EQ(overlap(a, b), expected) << a.offset << " " << a.length << " " << a.stride << " " << a.count << " | "
                                       << b.offset << " " << b.length << " " << b.stride << " " << b.count;
  }
  EXPECT_GT(overlaps, 200U);
  EXPECT_LT(overlaps, 3800U);
}

TEST(StridedRuns, OverlapIsExact) {
  compareWithBytes(40, 3);
  compareWithBytes(100, 2);
  compareWithBytes(300, 20);
}

TEST(StridedRuns, ManyPiecesOfDifferentStridesAreComparedAtOnce) {
  const std::uint64_t count = 1ULL << 40;
  // Even and odd: the strides 16 and 24 have a common divisor of 8, and the pieces lie in different halves of it.
  EXPECT_FALSE(overlap(StridedRun{0, 4, 16, count}, StridedRun{4, 4, 24, count}));
  EXPECT_TRUE(overlap(StridedRun{0, 5, 16, count}, StridedRun{4, 4, 24, count}));
  // Once they meet: where the millionth piece of one is.
  EXPECT_TRUE(overlap(StridedRun{0, 1, 1'000'003, 2'000'000}, StridedRun{1, 1, 999'983, 2'000'000}));
  EXPECT_FALSE(overlap(StridedRun{0, 1, 1'000'003, 20}, StridedRun{1, 1, 999'983, 2'000'000}));
}

}  // namespace
}  // namespace lockstep::semantics
