// Overlaps of strided runs and of parts of memory, against the sets of their bytes.
#include "engine/memory/MemoryPart.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "engine/memory/PartIndex.h"

namespace lockstep::engine {
namespace {

std::set<std::int64_t> bytesOf(const ByteRun &run) {
  std::set<std::int64_t> bytes;
  for (std::uint64_t i = 0; i < run.count; ++i)
    for (std::uint64_t byte = 0; byte < run.length; ++byte)
      bytes.insert(moved(run.offset, i, run.stride) + static_cast<std::int64_t>(byte));
  return bytes;
}

std::set<std::int64_t> bytesOf(const MemoryPart &part) {
  std::set<std::int64_t> bytes;
  forEachByteRun(part.elements, [&](ByteRun run) {
    run.offset += part.address;
    bytes.merge(bytesOf(run));
    return true;
  });
  return bytes;
}

bool haveCommon(const std::set<std::int64_t> &a, const std::set<std::int64_t> &b) {
  return std::ranges::any_of(a, [&](std::int64_t byte) { return b.contains(byte); });
}

class Chance {
 public:
  std::int64_t from(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }
  ByteRun run(std::int64_t offset) {
    return {from(0, offset), static_cast<std::uint64_t>(from(0, 5)), from(-13, 13),
            static_cast<std::uint64_t>(from(1, 6))};
  }

 private:
  std::mt19937 engine_{7};  // NOLINT: the same numbers every time
};

TEST(ByteRuns, OverlapIsExact) {
  Chance chance;
  unsigned overlaps = 0;
  for (int i = 0; i < 50000; ++i) {
    const ByteRun a = chance.run(60);
    const ByteRun b = chance.run(60);
    const bool expected = haveCommon(bytesOf(a), bytesOf(b));
    overlaps += expected ? 1 : 0;
    ASSERT_EQ(overlap(a, b), expected) << a.offset << " " << a.length << " " << a.stride << " " << a.count << " | "
                                       << b.offset << " " << b.length << " " << b.stride << " " << b.count;
  }
  EXPECT_GT(overlaps, 5000U);
  EXPECT_LT(overlaps, 45000U);
}

TEST(ByteRuns, ManyPiecesOfOneStrideAreComparedAtOnce) {
  const std::uint64_t count = 1ULL << 40;
  EXPECT_FALSE(overlap(ByteRun{1 << 20, 4, 16, count}, ByteRun{(1 << 20) + 4, 12, 16, count}));
  EXPECT_TRUE(overlap(ByteRun{1 << 20, 5, 16, count}, ByteRun{(1 << 20) + 4, 12, 16, count}));
}

TEST(MemoryParts, OverlapIsExact) {
  Chance chance;
  unsigned overlaps = 0;
  for (int i = 0; i < 20000; ++i) {
    Datatype types[2];
    MemoryPart parts[2];
    bool areParts = true;
    for (int side = 0; side < 2; ++side) {
      Datatype &type = types[side];
      for (std::int64_t run = chance.from(1, 3); run > 0; --run) type.layout.push_back(chance.run(30));
      type.extent = chance.from(-20, 50);
      const auto part = memoryPart(10000 + chance.from(0, 60), {static_cast<std::uint64_t>(chance.from(1, 3)), &type});
      areParts = areParts && part.has_value();
      if (part) parts[side] = *part;
    }
    if (!areParts) continue;
    const bool expected = haveCommon(bytesOf(parts[0]), bytesOf(parts[1]));
    overlaps += expected ? 1 : 0;
    ASSERT_EQ(overlap(parts[0], parts[1]), expected);
  }
  EXPECT_GT(overlaps, 2000U);
}

TEST(MemoryParts, BoundsAreThoseOfTheBytes) {
  Chance chance;
  for (int i = 0; i < 5000; ++i) {
    Datatype type;
    type.layout = {chance.run(30), chance.run(30)};
    type.extent = chance.from(-20, 50);
    const auto part = memoryPart(10000, {static_cast<std::uint64_t>(chance.from(0, 3)), &type});
    if (!part) continue;
    const std::set<std::int64_t> bytes = bytesOf(*part);
    EXPECT_EQ(static_cast<std::int64_t>(part->first), *bytes.begin());
    EXPECT_EQ(static_cast<std::int64_t>(part->end), *bytes.rbegin() + 1);
    if (part->isSolid()) EXPECT_EQ(part->end - part->first, bytes.size());
  }
}

TEST(MemoryParts, WhatDoesNotLieInMemoryIsNone) {
  Datatype type;
  type.layout = {{0, 4, 0, 1}};
  type.extent = 4;
  EXPECT_FALSE(memoryPart(1 << 20, {0, &type}));
  EXPECT_FALSE(memoryPart(0, {16, &type}));
  EXPECT_FALSE(memoryPart(1 << 20, {~std::uint64_t{0}, &type}));
  EXPECT_FALSE(memoryPart(-4096, {4, &type}));
  EXPECT_FALSE(memoryPart(1 << 20, {4, nullptr}));
  EXPECT_TRUE(memoryPart(1 << 20, {4, &type}));
}

TEST(PartIndex, FindsWhatOverlapsAndForgetsWhatIsRemoved) {
  Chance chance;
  Datatype byte;
  byte.layout = {{0, 1, 0, 1}};
  byte.extent = 1;
  const auto random = [&] {
    return *memoryPart(10000 + chance.from(0, 3000), {static_cast<std::uint64_t>(chance.from(1, 200)), &byte});
  };
  PartIndex<int> index;
  std::vector<MemoryPart> parts;
  std::vector<PartIndex<int>::Place> places;
  for (int i = 0; i < 300; ++i) {
    parts.push_back(random());
    places.push_back(index.add(parts.back(), i));
  }
  for (int i = 0; i < 300; i += 2) index.remove(places[static_cast<std::size_t>(i)]);
  for (int i = 0; i < 300; ++i) {
    const MemoryPart sought = random();
    std::set<int> expected;
    for (int other = 1; other < 300; other += 2)
      if (overlap(sought, parts[static_cast<std::size_t>(other)])) expected.insert(other);
    std::set<int> found;
    index.forEachOverlap(sought, [&](const PartIndex<int>::Entry &entry) { found.insert(entry.value); });
    ASSERT_EQ(found, expected);
  }
  for (int i = 1; i < 300; i += 2) index.remove(places[static_cast<std::size_t>(i)]);
  EXPECT_TRUE(index.isEmpty());
}

}  // namespace
}  // namespace lockstep::engine
