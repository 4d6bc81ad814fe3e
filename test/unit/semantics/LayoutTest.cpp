#include "semantics/layout/Layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "semantics/layout/TypeConstructor.h"

namespace lockstep::semantics {
namespace {

using mpi::PredefinedType;
using mpi::Routine;
using Runs = std::vector<StridedRun>;

constexpr std::size_t kMany = 1000;
const Layout kInt(PredefinedType::Int);
const Layout kDouble(PredefinedType::Double);

Layout made(Routine constructor, std::vector<std::int64_t> numbers, const std::vector<Layout> &types) {
  Construction construction{.constructor = constructor, .numbers = std::move(numbers), .types = {}};
  for (const Layout &type : types) construction.types.push_back(std::make_shared<const Layout>(type));
  return construct(construction).value_or(Layout::ofUnknownType());
}

TEST(Layout, NeighborsAreOneRun) {
  Layout row;
  row.addRow(kInt, 0, 5);
  row.addRow(kInt, 20, 1);
  EXPECT_EQ(row.runs(kMany), (Runs{{.length = 24}}));
  EXPECT_EQ(row.extent(), 24);
  row.addRow(kDouble, 24, 1);
  EXPECT_EQ(row.runs(kMany), (Runs{{.length = 32}})) << "also of different types";
  EXPECT_EQ(row.blocks().size(), 2U);
}

TEST(Layout, AVectorIsOneRunWithAStrideAndEndsWithItsLastBlock) {
  const Layout vector = made(Routine::Type_vector, {3, 2, 8}, {kInt});
  EXPECT_EQ(vector.runs(kMany), (Runs{{.length = 8, .stride = 32, .count = 3}}));
  EXPECT_EQ(vector.extent(), 72);
  EXPECT_EQ(vector.size(), 24U);
}

TEST(Layout, ASecondVectorBeginsWhereTheFirstEnds) {
  const Layout two = made(Routine::Type_contiguous, {2}, {made(Routine::Type_vector, {2, 1, 2}, {kInt})});
  EXPECT_EQ(two.extent(), 24);
  const auto touches = [&](const StridedRun &piece) {
    return std::ranges::any_of(two.runs(kMany), [&](const StridedRun &run) { return overlap(run, piece); });
  };
  EXPECT_FALSE(touches({.offset = 4, .length = 4}));
  EXPECT_TRUE(touches({.offset = 20, .length = 4}));
}

TEST(Layout, ResizingMovesTheNextOneOnly) {
  const Layout spread = made(Routine::Type_create_resized, {0, 12}, {kInt});
  const Layout row = made(Routine::Type_contiguous, {3}, {spread});
  EXPECT_EQ(row.runs(kMany), (Runs{{.length = 4, .stride = 12, .count = 3}}));
  EXPECT_EQ(row.extent(), 36);
}

TEST(Layout, ExplicitBoundsHideThoseOfData) {
  const Layout spread = made(Routine::Type_create_resized, {-4, 12}, {kInt});
  const Layout both = made(Routine::Type_create_struct, {2, 1, 1, 100, 0}, {kInt, spread});
  EXPECT_TRUE(both.isExtentKnown());
  EXPECT_EQ(both.lowerBound(), -4);
  EXPECT_EQ(both.extent(), 12);
}

TEST(Layout, PaddingMakesTheNextPlaceUnknown) {
  const Layout padded = made(Routine::Type_create_struct, {2, 1, 1, 0, 8}, {kDouble, kInt});
  EXPECT_TRUE(padded.isWhole());
  EXPECT_FALSE(padded.isExtentKnown());
  Layout row;
  row.addRow(padded, 0, 2);
  EXPECT_FALSE(row.isWhole());
  EXPECT_EQ(row.runs(kMany), (Runs{{.length = 12}}));
}

TEST(Layout, PairsAreStructsOfTheirParts) {
  const Layout pairs = made(Routine::Type_contiguous, {3}, {Layout(PredefinedType::DoubleInt)});
  EXPECT_EQ(pairs.extent(), 48);
  EXPECT_EQ(pairs.size(), 36U);
  EXPECT_EQ(pairs.values(), 6U);
  EXPECT_EQ(pairs.basic(), PredefinedType::None);
  EXPECT_EQ(pairs.runs(kMany),
            (Runs{{.length = 8, .stride = 16, .count = 3}, {.offset = 8, .length = 4, .stride = 16, .count = 3}}));
  EXPECT_EQ(Layout(PredefinedType::TwoInt).basic(), PredefinedType::Int);
}

TEST(Layout, TooManyBlocksLeaveSomeOut) {
  Layout many;
  for (std::int64_t i = 0; i < 300000; ++i) many.add(kInt, i * i * 8, 2, i * 4 + 8);
  EXPECT_FALSE(many.isWhole());
  EXPECT_LT(many.blocks().size(), 300000U);
  EXPECT_EQ(many.basic(), PredefinedType::None);
}

TEST(Layout, WhatNoMemoryHoldsIsNotKnown) {
  Layout empty;
  empty.resize(0, 8);
  Layout row;
  row.addRow(empty, 0, std::int64_t{1} << 40U);
  EXPECT_TRUE(row.runs(kMany).empty());
  row.addRow(kInt, 0, std::int64_t{1} << 62U);
  EXPECT_FALSE(row.isWhole());
  EXPECT_FALSE(row.isExtentKnown());
}

TEST(Layout, SubarraysCountTheLastOrTheFirstDimensionFastest) {
  const Layout inC = made(Routine::Type_create_subarray, {2, 4, 6, 2, 3, 1, 2, 0}, {kInt});
  EXPECT_EQ(inC.runs(kMany), (Runs{{.offset = 32, .length = 12, .stride = 24, .count = 2}}));
  EXPECT_EQ(inC.extent(), 96);
  const Layout inFortran = made(Routine::Type_create_subarray, {2, 6, 4, 3, 2, 2, 1, kFortranOrder}, {kInt});
  EXPECT_EQ(inFortran.runs(kMany), inC.runs(kMany));
}

TEST(Layout, DistributedArraysAreDividedByBlocksOrInTurn) {
  const auto part = [](std::int64_t rank, std::int64_t how, std::int64_t block) {
    return made(Routine::Type_create_darray, {2, rank, 1, 10, how, block, 2, 0}, {kInt}).runs(kMany);
  };
  EXPECT_EQ(part(0, kDistributeBlock, kDefaultBlock), (Runs{{.length = 20}}));
  EXPECT_EQ(part(1, kDistributeBlock, 6), (Runs{{.offset = 24, .length = 16}}));
  EXPECT_EQ(part(1, kDistributeCyclic, kDefaultBlock), (Runs{{.offset = 4, .length = 4, .stride = 8, .count = 5}}));
  EXPECT_EQ(part(0, kDistributeCyclic, 4), (Runs{{.length = 16}, {.offset = 32, .length = 8}}));
}

// Random types, against their type maps value by value.

/// As the standard defines it.
struct Reference {
  std::vector<std::pair<std::int64_t, PredefinedType>> values;  // by displacement, in order
  std::int64_t low = 0;
  std::int64_t high = 0;

  void add(const Reference &other, std::int64_t displacement) {
    const bool isFirst = values.empty();
    for (const auto &[at, type] : other.values) values.emplace_back(at + displacement, type);
    low = isFirst ? other.low + displacement : std::min(low, other.low + displacement);
    high = isFirst ? other.high + displacement : std::max(high, other.high + displacement);
  }
  std::int64_t extent() const { return high - low; }
};

struct Both {
  Layout layout;
  Reference reference;
};

class RandomType {
 public:
  explicit RandomType(unsigned seed) : engine_(seed) {}

  Both make(int depth) {
    if (depth == 0) return basic();
    const Both old = make(depth - 1);
    switch (from(0, 4)) {
      case 0:
        return contiguous(old);
      case 1:
        return vector(old, false);
      case 2:
        return vector(old, true);
      case 3:
        return indexed(old);
      default:
        return structure(old, make(depth - 1));
    }
  }

 private:
  std::int64_t from(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }

  /// Of one alignment, so that structures are not padded.
  Both basic() {
    const PredefinedType type = from(0, 1) == 0 ? PredefinedType::Int : PredefinedType::Float;
    return {Layout(type), {{{0, type}}, 0, 4}};
  }

  Both contiguous(const Both &old) {
    const std::int64_t count = from(1, 4);
    Both both{made(Routine::Type_contiguous, {count}, {old.layout}), {}};
    for (std::int64_t i = 0; i < count; ++i) both.reference.add(old.reference, i * old.reference.extent());
    return both;
  }

  Both vector(const Both &old, bool isInBytes) {
    const std::int64_t count = from(1, 4);
    const std::int64_t length = from(1, 3);
    const std::int64_t stride = from(-4, 6) * (isInBytes ? 4 : 1);
    const std::int64_t unit = isInBytes ? 1 : old.reference.extent();
    Both both{
        made(isInBytes ? Routine::Type_create_hvector : Routine::Type_vector, {count, length, stride}, {old.layout}),
        {}};
    for (std::int64_t i = 0; i < count; ++i)
      for (std::int64_t j = 0; j < length; ++j)
        both.reference.add(old.reference, i * stride * unit + j * old.reference.extent());
    return both;
  }

  Both indexed(const Both &old) {
    const std::int64_t count = from(1, 4);
    std::vector<std::int64_t> lengths;
    std::vector<std::int64_t> places;
    Reference reference;
    for (std::int64_t i = 0; i < count; ++i) {
      lengths.push_back(from(1, 3));
      places.push_back(from(-5, 12));
      for (std::int64_t j = 0; j < lengths.back(); ++j)
        reference.add(old.reference, (places.back() + j) * old.reference.extent());
    }
    std::vector<std::int64_t> numbers{count};
    numbers.insert(numbers.end(), lengths.begin(), lengths.end());
    numbers.insert(numbers.end(), places.begin(), places.end());
    return {made(Routine::Type_indexed, numbers, {old.layout}), reference};
  }

  Both structure(const Both &a, const Both &b) {
    const std::int64_t length = from(1, 3);
    const std::int64_t place = 4 * from(-5, 20);
    Both both{made(Routine::Type_create_struct, {2, 1, length, 0, place}, {a.layout, b.layout}), a.reference};
    for (std::int64_t i = 0; i < length; ++i) both.reference.add(b.reference, place + i * b.reference.extent());
    return both;
  }

  std::mt19937 engine_;
};

std::vector<std::pair<std::int64_t, PredefinedType>> valuesOf(const Layout &layout) {
  std::vector<std::pair<std::int64_t, PredefinedType>> values;
  for (const TypeBlock &block : layout.blocks())
    for (std::uint32_t i = 0; i < block.count; ++i)
      for (std::uint32_t j = 0; j < block.elements; ++j)
        values.emplace_back(block.displacement + i * block.stride + 4 * static_cast<std::int64_t>(j), block.basic);
  return values;
}

std::map<std::int64_t, unsigned> bytesOf(const Runs &runs) {
  std::map<std::int64_t, unsigned> bytes;
  for (const StridedRun &run : runs)
    for (std::uint64_t i = 0; i < run.count; ++i)
      for (std::uint64_t j = 0; j < run.length; ++j) ++bytes[moved(moved(run.offset, i, run.stride), j, 1)];
  return bytes;
}

TEST(Layout, IsTheTypeMapInItsOrder) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const auto [layout, reference] = RandomType(seed).make(static_cast<int>(seed % 4));
    ASSERT_EQ(valuesOf(layout), reference.values) << seed;
    ASSERT_EQ(layout.lowerBound(), reference.low) << seed;
    ASSERT_EQ(layout.extent(), reference.extent()) << seed;
    ASSERT_EQ(layout.size(), 4 * reference.values.size()) << seed;
    ASSERT_EQ(layout.values(), reference.values.size()) << seed;
    std::map<std::int64_t, unsigned> bytes;
    for (const auto &[at, type] : reference.values)
      for (std::int64_t i = 0; i < 4; ++i) ++bytes[at + i];
    ASSERT_EQ(bytesOf(layout.runs(1U << 20)), bytes) << seed;
  }
}

}  // namespace
}  // namespace lockstep::semantics
