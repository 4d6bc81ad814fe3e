// The memory-related records of a textual trace: accesses, values, windows, groups.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "texttrace/TextTrace.h"
#include "trace/Parts.h"
#include "trace/RankRanges.h"
#include "trace/RecordCheck.h"

namespace lockstep::engine {
namespace {

class Text {
 public:
  explicit Text(const std::string &text) {
    auto parsed = TextTrace::parse(text);
    if (!parsed) {
      ADD_FAILURE() << parsed.error().line << ": " << parsed.error().what;
      return;
    }
    trace_ = std::move(*parsed);
    for (const trace::BuiltRecord &step : trace_.steps)
      EXPECT_EQ(trace::findFlaw(headerOf(step), step.words.size() * 8), nullptr);
  }

  /// All records of a kind that a rank made.
  template <class Record>
  std::vector<const Record *> all(unsigned rank) const {
    std::vector<const Record *> found;
    for (const trace::BuiltRecord &step : trace_.steps)
      if (step.process.pid == 1000 + rank && headerOf(step).kind == trace::kKindOf<Record>)
        found.push_back(reinterpret_cast<const Record *>(step.words.data()));
    return found;
  }

  std::vector<trace::Kind> kinds(unsigned rank) const {
    std::vector<trace::Kind> kinds;
    for (const trace::BuiltRecord &step : trace_.steps)
      if (step.process.pid == 1000 + rank) kinds.push_back(headerOf(step).kind);
    return kinds;
  }

 private:
  static const trace::RecordHeader &headerOf(const trace::BuiltRecord &step) {
    return *reinterpret_cast<const trace::RecordHeader *>(step.words.data());
  }

  TextTrace trace_;
};

std::int64_t numberIn(const trace::Value &value) {
  std::int64_t number = 0;
  std::memcpy(&number, value.value, std::min<std::size_t>(value.bytes, sizeof number));
  return number;
}

TEST(TextTrace, AccessesHaveShapeKindAndSite) {
  const Text text(
      "ranks 1\n"
      "0: load x+4 8 @ a.c:12 main\n"
      "0: store x 8x10+16 @ a.c:13 main\n"
      "0: poll x 4 @ a.c:12 main\n");
  const auto accesses = text.all<trace::Access>(0);
  ASSERT_EQ(accesses.size(), 3U);
  const trace::Access &load = *accesses[0];
  const trace::Access &store = *accesses[1];
  const trace::Access &poll = *accesses[2];
  EXPECT_EQ(load.address, store.address + 4);
  EXPECT_EQ(load.bytes, 8U);
  EXPECT_EQ(load.count, 1U);
  EXPECT_EQ(load.access, trace::AccessKind::Load);
  EXPECT_EQ(load.isPoll, 0);
  EXPECT_EQ(store.count, 10U);
  EXPECT_EQ(store.stride, 16);
  EXPECT_EQ(store.access, trace::AccessKind::Store);
  EXPECT_EQ(poll.access, trace::AccessKind::Load);
  EXPECT_EQ(poll.isPoll, 1);
  EXPECT_NE(load.header.site, 0U);
  EXPECT_NE(load.header.site, store.header.site);
  EXPECT_EQ(load.header.site, poll.header.site);
}

TEST(TextTrace, LinesAreRepeatedWithCounters) {
  const Text text(
      "ranks 1\n"
      "repeat 3 {\n"
      "0: load x+$(8+4) 4 @ a.c:$(10+1) main\n"
      "}\n"
      "0: load x 4\n");
  const auto accesses = text.all<trace::Access>(0);
  ASSERT_EQ(accesses.size(), 4U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(accesses[i]->address, accesses[3]->address + 8 + 4 * i);
  EXPECT_NE(accesses[0]->header.site, accesses[1]->header.site);
}

TEST(TextTrace, AtomicsCarryTheirValues) {
  const Text text(
      "ranks 1\n"
      "0.1: atomic update f 4 = 0 -1 @ a.c:12 main\n"
      "0: atomic load f 8 = 7\n"
      "0: atomic store f 4\n");
  const auto values = text.all<trace::Value>(0);
  ASSERT_EQ(values.size(), 3U);
  EXPECT_EQ(values[0]->role, trace::ValueRole::Stored);
  EXPECT_EQ(numberIn(*values[0]), 0xffffffff);
  EXPECT_EQ(values[0]->isUpdate, 1);
  EXPECT_EQ(values[1]->role, trace::ValueRole::Loaded);
  EXPECT_EQ(numberIn(*values[1]), 0);
  EXPECT_EQ(values[1]->address, text.all<trace::Access>(0)[0]->address);
  EXPECT_LT(values[0]->time, values[1]->time);
  EXPECT_EQ(values[2]->role, trace::ValueRole::Loaded);
  EXPECT_EQ(values[2]->bytes, 8U);
}

TEST(TextTrace, AWindowIsRecordedBeforeItsCallReturns) {
  const Text text(
      "ranks 2\n"
      "comm one = {1}\n"
      "all: call Win_create base=x size=64 disp_unit=4 -> win=w\n"
      "1: call Win_allocate size=32 comm=one accumulate_ordering=[rar,waw] -> baseptr=y win=v\n"
      "1: load y 4\n"
      "1: call Win_create_dynamic -> win=d\n");
  EXPECT_EQ(text.kinds(0),
            (std::vector{trace::Kind::Process, trace::Kind::Enter, trace::Kind::Window, trace::Kind::Leave}));
  const trace::Window &first = *text.all<trace::Window>(0).at(0);
  const auto others = text.all<trace::Window>(1);
  ASSERT_EQ(others.size(), 3U);
  EXPECT_EQ(first.id, others[0]->id);
  EXPECT_EQ(first.base, others[0]->base);
  EXPECT_EQ(first.size, 64U);
  EXPECT_EQ(first.displacementUnit, 4U);
  EXPECT_EQ(first.flavor, trace::WindowFlavor::Create);
  EXPECT_EQ(first.accumulateOrder, 15);
  EXPECT_EQ(others[1]->base, text.all<trace::Access>(1).at(0)->address);
  EXPECT_EQ(others[1]->comm, text.all<trace::Comm>(1).at(0)->id);
  EXPECT_EQ(others[1]->accumulateOrder, trace::kReadAfterRead | trace::kWriteAfterWrite);
  EXPECT_EQ(others[1]->flavor, trace::WindowFlavor::Allocate);
  EXPECT_EQ(others[2]->flavor, trace::WindowFlavor::Dynamic);
}

TEST(TextTrace, WindowsWithoutMemoryGetSome) {
  const Text text(
      "ranks 1\n"
      "0: call Win_create -> win=w\n"
      "0: call Win_allocate -> win=v\n"
      "0: call Win_create -> win=null code=13\n");
  const auto windows = text.all<trace::Window>(0);
  ASSERT_EQ(windows.size(), 2U);
  EXPECT_EQ(windows[0]->size, 1U << 20);
  EXPECT_EQ(windows[0]->displacementUnit, 1U);
  EXPECT_NE(windows[1]->base, 0U);
  EXPECT_GE(windows[1]->base, windows[0]->base + windows[0]->size);
}

TEST(TextTrace, MembersOfASharedWindowSeeItAtTheirOwnAddresses) {
  const Text text(
      "ranks 3\n"
      "comm pair = {1,2}\n"
      "1-2: call Win_allocate_shared size=64 comm=pair -> baseptr=x win=w\n"
      "1: load x+8 4\n"
      "2: load x.0+8 4\n");
  const auto parts = text.all<trace::SharedPart>(2);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(text.all<trace::Window>(2).at(0)->base, parts[1]->base);
  EXPECT_EQ(parts[0]->base + 64, parts[1]->base);
  EXPECT_EQ(parts[1]->member, 1U);
  EXPECT_EQ(text.all<trace::Access>(2).at(0)->address, parts[0]->base + 8);
  const auto others = text.all<trace::SharedPart>(1);
  EXPECT_EQ(text.all<trace::Access>(1).at(0)->address, others.at(0)->base + 8);
  EXPECT_NE(others[0]->base, parts[0]->base);
}

TEST(TextTrace, PostAndStartNameTheirGroups) {
  const Text text(
      "ranks 3\n"
      "all: call Win_create -> win=w\n"
      "1: call Win_post group=[0,2] win=w\n"
      "0: call Win_start group=[1] win=w\n"
      "2: call Win_start win=w\n");
  const auto ranksOf = [&](unsigned rank) {
    const trace::Group &group = *text.all<trace::Group>(rank).at(0);
    const trace::Enter &enter = *text.all<trace::Enter>(rank).back();
    EXPECT_EQ(static_cast<std::uint64_t>(trace::arguments(enter)[0]), group.id);
    std::vector<unsigned> ranks;
    trace::forEachRank(trace::ranges(group), [&](unsigned member) { ranks.push_back(member); });
    return ranks;
  };
  EXPECT_EQ(ranksOf(1), (std::vector<unsigned>{0, 2}));
  EXPECT_EQ(ranksOf(0), (std::vector<unsigned>{1}));
  EXPECT_EQ(ranksOf(2), (std::vector<unsigned>{0, 1}));
}

TEST(TextTrace, OperationsCarryTheirValues) {
  const Text text(
      "ranks 2\n"
      "0: call Compare_and_swap origin_addr=a compare_addr=b result_addr=c datatype=LONG given=1 compared=0 win=w\n"
      "0: call Win_flush rank=1 win=w fetched=[c:5:8]\n"
      "0: enter Win_flush rank=1 win=w\n"
      "0: leave fetched=[c+8:6]\n");
  const auto values = text.all<trace::Value>(0);
  ASSERT_EQ(values.size(), 4U);
  const auto arguments = trace::arguments(*text.all<trace::Enter>(0).at(0));
  EXPECT_EQ(values[0]->role, trace::ValueRole::Given);
  EXPECT_EQ(values[0]->address, static_cast<std::uint64_t>(arguments[0]));
  EXPECT_EQ(values[0]->bytes, 8U);
  EXPECT_EQ(values[1]->role, trace::ValueRole::Compared);
  EXPECT_EQ(values[1]->address, static_cast<std::uint64_t>(arguments[1]));
  EXPECT_EQ(values[2]->role, trace::ValueRole::Fetched);
  EXPECT_EQ(values[2]->address, static_cast<std::uint64_t>(arguments[2]));
  EXPECT_EQ(numberIn(*values[2]), 5);
  EXPECT_EQ(values[3]->address, values[2]->address + 8);
  EXPECT_EQ(values[3]->bytes, 4U);
  using trace::Kind;
  EXPECT_EQ(text.kinds(0), (std::vector{Kind::Process, Kind::Value, Kind::Value, Kind::Enter, Kind::Leave, Kind::Enter,
                                        Kind::Value, Kind::Leave, Kind::Enter, Kind::Value, Kind::Leave}));
}

}  // namespace
}  // namespace lockstep::engine
