// The tables of the literature, cell by cell and in both orders.
//
// RMA-Analyzer (Aitkaci et al., EuroMPI 2021), table 1: two accesses to one location of rank 1 within an epoch, where
// an operation may have the location as its local buffer (origin) or as its target. MC-Checker (Chen et al., SC 2014),
// table I: accesses to one window, that overlap or not, as MPI-2 sees them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "engine/Engine.h"
#include "texttrace/TextTrace.h"

namespace lockstep::engine {
namespace {

/// True when there is an error, which then is a race of the lines 10 and 11.
bool isRacy(const std::string &text, MemoryModel model) {
  const auto trace = TextTrace::parse(text);
  if (!trace) {
    ADD_FAILURE() << trace.error().line << ": " << trace.error().what;
    return false;
  }
  Engine engine(EngineOptions{.memoryModel = model});
  trace->play(engine);
  bool found = false;
  for (const report::Finding &finding : engine.takeFindings()) {
    if (finding.severity == report::Severity::Note) continue;
    EXPECT_TRUE(finding.rule == report::rule("rma-race-local") || finding.rule == report::rule("rma-race-remote"))
        << finding.message;
    std::array<unsigned, 2> lines{};
    std::size_t accesses = 0;
    for (const report::Site &site : finding.sites)
      if (site.role == report::SiteRole::Access && accesses < lines.size()) lines[accesses++] = site.line;
    std::ranges::sort(lines);
    EXPECT_EQ(lines, (std::array<unsigned, 2>{10, 11}));
    found = true;
  }
  return found;
}

enum class EpochKind : std::uint8_t { LockAll, Fence };

std::string inEpoch(EpochKind kind, const std::string &accesses) {
  const bool isFence = kind == EpochKind::Fence;
  return fmt::format(
      "ranks 3\nall: call Win_create base=x size=64 -> win=w\nall: call {} win=w\n{}all: call {} win=w\n"
      "all: call Win_free win=w\nall: end\n",
      isFence ? "Win_fence" : "Win_lock_all", accesses, isFence ? "Win_fence" : "Win_unlock_all");
}

std::string nameOf(EpochKind kind) { return kind == EpochKind::Fence ? "fence" : "lockAll"; }

// RMA-Analyzer: rows and columns of its table.
enum class Touch : std::uint8_t { OriginGet, OriginPut, TargetGet, TargetPut, Load, Store };
constexpr std::array<std::string_view, 6> kTouchNames = {"originGet", "originPut", "targetGet",
                                                         "targetPut", "load",      "store"};
constexpr std::array<std::string_view, 6> kTable1 = {
    "xxxxxx",  // origin get
    "x..x.x",  // origin put
    "x..x.x",  // target get
    "xxxxxx",  // target put
    "x..x..",  // load: with loads and stores of the same process there is no issue
    "xxxx..",  // store
};

bool isOfRankItself(Touch touch) { return touch != Touch::TargetGet && touch != Touch::TargetPut; }
bool isPlain(Touch touch) { return touch == Touch::Load || touch == Touch::Store; }

/// An access to the first four bytes of rank 1; those of others come from ranks 0 and 2.
std::string textOf(Touch touch, int line) {
  const int other = line == 10 ? 0 : 2;
  const int rank = isOfRankItself(touch) ? 1 : other;
  switch (touch) {
    case Touch::OriginGet:
    case Touch::OriginPut:
      return fmt::format("1: call {} origin_addr=x target_rank={} target_disp={} win=w @ a.c:{} main\n",
                         touch == Touch::OriginGet ? "Get" : "Put", other, 32, line);
    case Touch::TargetGet:
    case Touch::TargetPut:
      return fmt::format("{}: call {} target_rank=1 win=w @ a.c:{} main\n", rank,
                         touch == Touch::TargetGet ? "Get" : "Put", line);
    case Touch::Load:
    case Touch::Store:
      return fmt::format("1: {} x 4 @ a.c:{} main\n", touch == Touch::Load ? "load" : "store", line);
  }
  return {};
}

class RmaAnalyzerTable : public ::testing::TestWithParam<std::tuple<EpochKind, std::size_t, std::size_t>> {};

TEST_P(RmaAnalyzerTable, Cell) {
  const auto [epoch, first, second] = GetParam();
  const auto before = static_cast<Touch>(first);
  const auto after = static_cast<Touch>(second);
  // A load or store that comes first in the program is over when the same process begins an operation.
  const bool isOrdered = isPlain(before) && isOfRankItself(after);
  const std::string text = inEpoch(epoch, textOf(before, 10) + textOf(after, 11));
  EXPECT_EQ(isRacy(text, MemoryModel::Unified), kTable1[first][second] == 'x' && !isOrdered) << text;
}

INSTANTIATE_TEST_SUITE_P(Table1, RmaAnalyzerTable,
                         ::testing::Combine(::testing::Values(EpochKind::LockAll, EpochKind::Fence),
                                            ::testing::Range<std::size_t>(0, 6), ::testing::Range<std::size_t>(0, 6)),
                         [](const auto &cell) {
                           return fmt::format("{}_{}_{}", nameOf(std::get<0>(cell.param)),
                                              kTouchNames[std::get<1>(cell.param)],
                                              kTouchNames[std::get<2>(cell.param)]);
                         });

// MC-Checker: rows and columns of its table.
enum class AccessClass : std::uint8_t { Load, Store, Get, Put, Accumulate };
constexpr std::array<std::string_view, 5> kDeedNames = {"load", "store", "get", "put", "accumulate"};
// '.' both, 'n' only where they do not overlap, 'e' never
constexpr std::array<std::string_view, 5> kTableI = {
    "...nn",  // load
    "..nee",  // store
    ".n.nn",  // get
    "nennn",  // put
    "nenn.",  // accumulate
};

std::string textOf(AccessClass accessClass, int line, int offset) {
  const int other = line == 10 ? 0 : 2;
  switch (accessClass) {
    case AccessClass::Load:
    case AccessClass::Store:
      return fmt::format("1: {} x+{} 4 @ a.c:{} main\n", accessClass == AccessClass::Load ? "load" : "store", offset,
                         line);
    case AccessClass::Get:
    case AccessClass::Put:
    case AccessClass::Accumulate:
      return fmt::format("{}: call {} target_rank=1 target_disp={} win=w @ a.c:{} main\n", other,
                         accessClass == AccessClass::Get   ? "Get"
                         : accessClass == AccessClass::Put ? "Put"
                                                           : "Accumulate",
                         offset, line);
  }
  return {};
}

class McCheckerTable : public ::testing::TestWithParam<std::tuple<EpochKind, bool, std::size_t, std::size_t>> {};

TEST_P(McCheckerTable, Cell) {
  const auto [epoch, isOverlapping, first, second] = GetParam();
  const std::string text = inEpoch(epoch, textOf(static_cast<AccessClass>(first), 10, 0) +
                                              textOf(static_cast<AccessClass>(second), 11, isOverlapping ? 2 : 8));
  const char cell = kTableI[first][second];
  // Two accumulates are right where they meet element by element only.
  const bool isShifted = isOverlapping && first == second && static_cast<AccessClass>(first) == AccessClass::Accumulate;
  EXPECT_EQ(isRacy(text, MemoryModel::Mpi2), cell == 'e' || (cell == 'n' && isOverlapping) || isShifted) << text;
  // Unified memory allows what does not overlap.
  EXPECT_EQ(isRacy(text, MemoryModel::Unified), (cell != '.' && isOverlapping) || isShifted) << text;
}

INSTANTIATE_TEST_SUITE_P(TableI, McCheckerTable,
                         ::testing::Combine(::testing::Values(EpochKind::LockAll, EpochKind::Fence), ::testing::Bool(),
                                            ::testing::Range<std::size_t>(0, 5), ::testing::Range<std::size_t>(0, 5)),
                         [](const auto &cell) {
                           return fmt::format("{}_{}_{}_{}", nameOf(std::get<0>(cell.param)),
                                              std::get<1>(cell.param) ? "overlapping" : "apart",
                                              kDeedNames[std::get<2>(cell.param)], kDeedNames[std::get<3>(cell.param)]);
                         });

}  // namespace
}  // namespace lockstep::engine
