#include "semantics/Footprint.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace lockstep::semantics {
namespace {

using mpi::Routine;
using Number = std::optional<std::int64_t>;

/// Facts from a list: a datatype is its extent, 0 where it is not known.
struct Facts {
  using Type = std::int64_t;

  Routine name{};
  std::vector<Number> arguments{};
  std::map<int, std::vector<Number>> arrays{};
  mpi::Standing where = {.isInter = false, .ownRank = 1};
  Number size = 3;
  std::vector<std::int64_t> neighbors = {0, mpi::kProcNull, 2};

  const mpi::RoutineInfo &routine() const { return mpi::info(name); }
  std::optional<bool> significance(int argument) const {
    return mpi::significance(
        routine(), static_cast<std::size_t>(argument), [&] { return where; },
        [&](std::size_t index) { return number(static_cast<int>(index)).value_or(mpi::kNotKnown); });
  }
  mpi::Standing standing() const { return where; }
  Number number(int argument) const { return arguments[static_cast<std::size_t>(argument)]; }
  Number element(int argument, std::size_t index) const {
    const auto array = arrays.find(argument);
    return array == arrays.end() ? std::nullopt : array->second[index];
  }
  Type type(int argument) const { return number(argument).value_or(0); }
  Type type(int argument, std::size_t index) const { return element(argument, index).value_or(0); }
  Number extentOf(Type type) const { return type; }
  Number ownGroupSize() const { return size; }
  Number lengthOf(int) const { return std::nullopt; }
  Number peerCount() const { return size; }
  Number neighborCount(bool) const { return static_cast<std::int64_t>(neighbors.size()); }
  bool hasNeighbor(bool, std::size_t index) const { return neighbors[index] != mpi::kProcNull; }
};
static_assert(FootprintFacts<Facts>);

struct Part {
  std::int64_t displacement;
  std::uint64_t count;
  bool isWritten;
  friend bool operator==(const Part &, const Part &) = default;
};

struct Footprint {
  std::vector<Part> parts;
  bool isWhole = false;
};

Footprint footprintOf(const Facts &facts, int buffer) {
  Footprint found;
  found.isWhole = forEachPart(facts, facts.routine().bufferAt(buffer), [&](const BufferPart<std::int64_t> &part) {
    found.parts.push_back({part.displacement, part.count, part.isWritten});
  });
  return found;
}

constexpr std::int64_t kBuffer = 4096;
constexpr std::int64_t kInt = 4;  // its extent

Facts broadcast(Number root, mpi::Standing where) {
  return {.name = Routine::Bcast, .arguments = {kBuffer, 2, kInt, root, 0}, .where = where};
}

TEST(Footprint, broadcastReadsAtTheRoot) {
  EXPECT_EQ(useOf(broadcast(1, {false, 1}), 0), BufferUse::Read);
  EXPECT_EQ(useOf(broadcast(0, {false, 1}), 0), BufferUse::Written);
}

TEST(Footprint, broadcastBetweenGroups) {
  EXPECT_EQ(useOf(broadcast(mpi::kRootHere, {true, 1}), 0), BufferUse::Read);
  EXPECT_EQ(useOf(broadcast(mpi::kProcNull, {true, 1}), 0), BufferUse::None);
  EXPECT_EQ(useOf(broadcast(1, {true, 1}), 0), BufferUse::Written);
  const Footprint bystander = footprintOf(broadcast(mpi::kProcNull, {true, 1}), 0);
  EXPECT_TRUE(bystander.parts.empty() && bystander.isWhole);
}

TEST(Footprint, broadcastOfUnknownRoot) {
  EXPECT_EQ(useOf(broadcast(std::nullopt, {false, 1}), 0), BufferUse::Either);
  EXPECT_EQ(useOf(broadcast(0, {}), 0), BufferUse::Either);
  EXPECT_EQ(footprintOf(broadcast(std::nullopt, {false, 1}), 0).parts, (std::vector<Part>{{0, 2, false}}));
}

TEST(Footprint, gatherOfUnknownRoot) {
  const Facts gather{.name = Routine::Gather, .arguments = {kBuffer, 1, kInt, kBuffer, 1, kInt, std::nullopt, 0}};
  EXPECT_EQ(footprintOf(gather, 0).parts, (std::vector<Part>{{0, 1, false}}));  // whoever the root is
  EXPECT_TRUE(footprintOf(gather, 3).parts.empty());
  EXPECT_FALSE(footprintOf(gather, 3).isWhole);
}

TEST(Footprint, replaceWithoutSource) {
  Facts exchange{.name = Routine::Sendrecv_replace, .arguments = {kBuffer, 1, kInt, 0, 0, 2, 0, 0, 0}};
  EXPECT_EQ(useOf(exchange, 0), BufferUse::Written);
  exchange.arguments[5] = mpi::kProcNull;
  EXPECT_EQ(useOf(exchange, 0), BufferUse::Read);
}

TEST(Footprint, scatteredReductionWritesOwnPart) {
  Facts reduction{.name = Routine::Reduce_scatter, .arguments = {kBuffer, kBuffer, 0, kInt, 1, 0}};
  reduction.arrays[2] = {1, 2, 3};
  EXPECT_EQ(footprintOf(reduction, 0).parts, (std::vector<Part>{{0, 6, false}}));
  EXPECT_EQ(footprintOf(reduction, 1).parts, (std::vector<Part>{{0, 2, true}}));
  reduction.arguments[0] = mpi::kInPlace;
  EXPECT_EQ(footprintOf(reduction, 1).parts, (std::vector<Part>{{0, 2, true}, {0, 6, false}}));
  reduction.arrays[2] = {1, 2, std::nullopt};
  EXPECT_EQ(footprintOf(reduction, 1).parts, (std::vector<Part>{{0, 2, true}}));
  EXPECT_FALSE(footprintOf(reduction, 1).isWhole);
}

TEST(Footprint, partsThatAreNotKnown) {
  Facts exchange{.name = Routine::Alltoallv, .arguments = {kBuffer, 0, 0, kInt, kBuffer, 0, 0, kInt, 0}};
  exchange.arrays[1] = {1, std::nullopt, 3};
  exchange.arrays[2] = {0, 1, 5};
  const Footprint sent = footprintOf(exchange, 0);
  EXPECT_EQ(sent.parts, (std::vector<Part>{{0, 1, false}, {20, 3, false}}));
  EXPECT_FALSE(sent.isWhole);
}

TEST(Footprint, neighborsThatDoNotExist) {
  Facts exchange{.name = Routine::Neighbor_alltoall, .arguments = {kBuffer, 2, kInt, kBuffer, 2, kInt, 0}};
  EXPECT_EQ(footprintOf(exchange, 0).parts, (std::vector<Part>{{0, 2, false}, {16, 2, false}}));
  exchange.neighbors = {0, 1, 2};
  EXPECT_EQ(footprintOf(exchange, 3).parts, (std::vector<Part>{{0, 6, true}}));
  exchange.neighbors = {mpi::kProcNull, 1, mpi::kProcNull};
  EXPECT_EQ(footprintOf(exchange, 3).parts, (std::vector<Part>{{8, 2, true}}));
}

TEST(Footprint, displacementsInBytes) {
  Facts exchange{.name = Routine::Neighbor_alltoallw, .arguments = {kBuffer, 0, 0, 0, kBuffer, 0, 0, 0, 0}};
  exchange.arrays = {{1, {1, 1, 1}}, {2, {12, 0, 4}}, {3, {kInt, kInt, kInt}}};
  EXPECT_EQ(footprintOf(exchange, 0).parts, (std::vector<Part>{{12, 1, false}, {4, 1, false}}));
}

TEST(Footprint, arraysOfSharedCountsCountOnce) {
  std::vector<std::pair<int, std::int64_t>> arrays;
  const auto note = [&](int argument, std::optional<std::int64_t> elements) { arrays.emplace_back(argument, elements.value()); };
  forEachArray(Facts{.name = Routine::Ireduce_scatter, .arguments = {kBuffer, kBuffer, 0, kInt, 1, 0, 0}}, note);
  EXPECT_EQ(arrays, (std::vector<std::pair<int, std::int64_t>>{{2, 3}}));
}

}  // namespace
}  // namespace lockstep::semantics
