// The watched memory: exact while nothing changes, and never under-approximated during changes.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "runtime/watch/Watch.h"

namespace lockstep::runtime {
namespace {

/// A copy of the hooks, as an instrumented object brings it.
class Table {
 public:
  Table() { addTable(copy_); }
  ~Table() { removeTable(copy_); }
  Table(const Table &) = delete;
  Table &operator=(const Table &) = delete;

  bool isMarked(std::uintptr_t address) const { return watched_[tableIndex(address)] != 0; }

 private:
  std::unique_ptr<unsigned char[]> watched_ = std::make_unique<unsigned char[]>(kTableSize);
  std::atomic<const HookFunction *> functions_{nullptr};
  HookCopy copy_{kHookVersion, kHookCount, watched_.get(), &functions_, nullptr, nullptr, nullptr, nullptr, nullptr};
};

constexpr std::uintptr_t kBase = 0x7f0000000000;
constexpr std::uintptr_t kPage = std::uintptr_t{1} << kPageBits;

bool overlapsAny(const std::vector<Span> &spans, const Span &span) {
  for (const Span &other : spans)
    if (other.begin < span.end && other.end > span.begin) return true;
  return false;
}

TEST(Watch, IsExact) {
  const Table table;
  std::mt19937_64 random(1);
  const auto any = [&](std::uintptr_t most) { return random() % most; };
  std::vector<Span> spans;
  for (int round = 0; round < 20000; ++round) {
    const std::uintptr_t begin = kBase + any(100 * kPage);
    if (any(2) == 0 && spans.size() < 40) {
      spans.push_back({begin, begin + 1 + any(any(4) == 0 ? 20 * kPage : 200)});
      if (any(5) == 0) spans.back() = spans.front();
      watch(spans.back());
    } else if (!spans.empty()) {
      const std::size_t gone = any(spans.size());
      unwatch(spans[gone]);
      spans.erase(spans.begin() + static_cast<std::ptrdiff_t>(gone));
    }
    const Span asked{begin, begin + 1 + any(any(2) == 0 ? 8 : 3 * kPage)};
    ASSERT_EQ(isWatched(asked), overlapsAny(spans, asked)) << "round " << round;
    const std::uintptr_t page = begin & ~(kPage - 1);
    ASSERT_EQ(table.isMarked(page), overlapsAny(spans, {page, page + kPage})) << "round " << round;
  }
  for (const Span &span : spans) unwatch(span);
  EXPECT_TRUE(hasEverWatched());
  for (const Span &span : spans) EXPECT_FALSE(isWatched(span));
}

TEST(Watch, WhatWasNeverWatchedCanBeUnwatched) {
  const Table table;
  watch({kBase, kBase + 8});
  unwatch({kBase, kBase + 4});
  unwatch({kBase + kPage, kBase + 20 * kPage});
  EXPECT_TRUE(isWatched({kBase, kBase + 1}));
  EXPECT_TRUE(table.isMarked(kBase));
  unwatch({kBase, kBase + 8});
  EXPECT_FALSE(table.isMarked(kBase));
}

TEST(Watch, LaterTableKnowsAll) {
  const Table first;
  watch({kBase, kBase + 8});
  const Table second;
  EXPECT_TRUE(second.isMarked(kBase));
  unwatch({kBase, kBase + 8});
  EXPECT_FALSE(first.isMarked(kBase));
  EXPECT_FALSE(second.isMarked(kBase));
}

TEST(Watch, StaysWatchedWhileNeighborsComeAndGo) {
  const Table table;
  const Span small{kBase + 100, kBase + 104};
  const Span large{kBase + 50 * kPage, kBase + 80 * kPage};
  watch(small);
  watch(large);
  std::atomic<bool> isDone{false};
  std::thread writer([&] {
    std::mt19937_64 random(2);
    for (int round = 0; round < 100000; ++round) {
      const std::uintptr_t offset = 8 * (random() % 400);
      const Span neighbor{kBase + offset, kBase + offset + 4};
      const Span other{large.begin + offset * kPage, large.end + offset * kPage};
      watch(neighbor);
      watch(other);
      unwatch(neighbor);
      unwatch(other);
    }
    isDone = true;
  });
  unsigned lost = 0;
  while (!isDone)
    if (!isWatched(small) || !isWatched({large.begin + kPage, large.begin + kPage + 1})) ++lost;
  writer.join();
  EXPECT_EQ(lost, 0U);
  unwatch(small);
  unwatch(large);
}

}  // namespace
}  // namespace lockstep::runtime
