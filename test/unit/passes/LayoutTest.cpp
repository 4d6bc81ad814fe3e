#include "passes/symex/Layout.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lockstep::passes::symex {
namespace {

using Piece = Run;  // inside a test the name is GoogleTest's

const Layout kInt = Layout::ofBytes(4);

Layout vectorOf(std::int64_t count, std::int64_t length, std::int64_t stride) {
  Layout block;
  block.addRow(kInt, 0, length);
  Layout made;
  made.add(block, 0, count, stride * 4);
  return made;
}

TEST(Layout, NeighborsAreOneRun) {
  Layout made;
  made.addRow(kInt, 0, 5);
  made.addRow(kInt, 20, 1);
  EXPECT_EQ(made.runs(), (std::vector<Piece>{{.offset = 0, .bytes = 24}}));
  EXPECT_EQ(made.extent(), 24);
}

TEST(Layout, AVectorIsOneRunWithAStrideAndEndsWithItsLastBlock) {
  const Layout made = vectorOf(3, 2, 8);
  EXPECT_EQ(made.runs(), (std::vector<Piece>{{.offset = 0, .bytes = 8, .count = 3, .stride = 32}}));
  EXPECT_EQ(made.extent(), 72);
}

TEST(Layout, ASecondVectorBeginsWhereTheFirstEnds) {
  Layout made;
  made.addRow(vectorOf(2, 1, 2), 0, 2);
  EXPECT_EQ(made.extent(), 24);
  const Piece gap{.offset = 4, .bytes = 4};
  const Piece last{.offset = 20, .bytes = 4};
  EXPECT_FALSE(std::ranges::any_of(made.runs(), [&](const Piece &run) { return overlap(run, gap); }));
  EXPECT_TRUE(std::ranges::any_of(made.runs(), [&](const Piece &run) { return overlap(run, last); }));
}

TEST(Layout, ResizingMovesTheNextOneOnly) {
  Layout spread = kInt;
  spread.resize(0, 12);
  Layout made;
  made.addRow(spread, 0, 3);
  EXPECT_EQ(made.runs(), (std::vector<Piece>{{.offset = 0, .bytes = 4, .count = 3, .stride = 12}}));
  EXPECT_EQ(made.extent(), 36);
}

TEST(Layout, PaddingMakesTheNextPlaceUnknown) {
  Layout made;
  made.addRow(Layout::ofBytes(8), 0, 1);
  made.addRow(kInt, 8, 1);
  made.pad();
  EXPECT_FALSE(made.isExtentKnown());
  Layout row;
  row.addRow(made, 0, 2);
  EXPECT_FALSE(row.isWhole());
  EXPECT_EQ(row.runs(), (std::vector<Piece>{{.offset = 0, .bytes = 12}}));
}

TEST(Layout, TooManyBlocksLeaveSomeOut) {
  Layout made;
  for (std::int64_t i = 0; i < 5000; ++i) made.add(kInt, i * i * 8, 2, i * 4 + 4);
  EXPECT_FALSE(made.isWhole());
  EXPECT_LT(made.runs().size(), 5000U);
}

TEST(Layout, WhatNoMemoryHoldsIsNotKnown) {
  Layout empty;
  empty.resize(0, 8);
  Layout made;
  made.addRow(empty, 0, std::int64_t{1} << 40U);
  EXPECT_TRUE(made.runs().empty());
  made.addRow(kInt, 0, std::int64_t{1} << 62U);
  EXPECT_FALSE(made.isWhole());
  EXPECT_FALSE(made.isExtentKnown());
}

TEST(Run, StridesThatMissEachOtherDoNotOverlap) {
  const Piece even{.offset = 0, .bytes = 4, .count = 100, .stride = 8};
  const Piece odd{.offset = 4, .bytes = 4, .count = 100, .stride = 8};
  EXPECT_FALSE(overlap(even, odd));
  EXPECT_TRUE(overlap(even, {.offset = 6, .bytes = 3}));
  EXPECT_FALSE(overlap(even, {.offset = 4, .bytes = 4}));
  EXPECT_FALSE(overlap(even, {.offset = 800, .bytes = 4}));
  EXPECT_TRUE(overlap(even, {.offset = 795, .bytes = 4}));
}

}  // namespace
}  // namespace lockstep::passes::symex
