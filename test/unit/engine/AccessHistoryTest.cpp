// The access history against sets of bytes: every dropped entry is covered by a later one, and nothing appears that was
// never added.
#include "engine/races/AccessHistory.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <set>
#include <vector>

namespace lockstep::engine {
namespace {

using Bytes = std::set<std::uint64_t>;

Bytes bytesOf(const ByteRun &run) {
  Bytes bytes;
  for (std::uint64_t i = 0; i < run.count; ++i)
    for (std::uint64_t byte = 0; byte < run.length; ++byte)
      bytes.insert(static_cast<std::uint64_t>(moved(run.offset, i, run.stride)) + byte);
  return bytes;
}

class Chance {
 public:
  explicit Chance(unsigned seed) : engine_(seed) {}
  std::uint64_t from(std::uint64_t low, std::uint64_t high) {
    return std::uniform_int_distribution<std::uint64_t>(low, high)(engine_);
  }
  ByteRun run() {
    const auto offset = static_cast<std::int64_t>(from(100, 160));
    if (from(0, 1) == 0) return {offset, from(1, 20), 0, 1};
    const std::uint64_t length = from(1, 4);
    const auto stride = static_cast<std::int64_t>(length + from(0, 4));
    return normalized({offset, length, from(0, 1) == 0 ? stride : -stride, from(1, 6)});
  }
  /// At one of a few places, with a few bits.
  PlaceBlockPtr block() {
    auto block = std::make_shared<PlaceBlock>();
    block->address = 100 + 8 * from(0, 1);
    block->step = 4;
    block->bytes = from(0, 1) == 0 ? 4 : 12;
    for (std::uint64_t i = from(1, 5); i > 0; --i) block->bits[0] |= std::uint64_t{1} << from(0, 15);
    block->bits[1] = from(0, 3);
    return block;
  }

 private:
  std::mt19937 engine_;
};

Bytes bytesOf(const PlaceBlock &block) {
  Bytes bytes;
  forEachRow(block, [&](const ByteRun &row) { bytes.merge(bytesOf(row)); });
  return bytes;
}

AccessGroupRef accessGroup(std::uint32_t site, Tick tick) {
  AccessGroupRef made = makeRef<AccessGroup>();
  made->site = site;
  made->start = made->done = Moment(Stamp{Strand{0}, tick, nullptr});
  return made;
}

Bytes bytesOf(const AccessHistory &history, const AccessGroup &of) {
  Bytes bytes;
  history.forEachIn({0, 1000}, [&](const AccessHistory::Entry &entry) {
    if (entry.accessGroup.get() == &of) bytes.merge(entry.block ? bytesOf(*entry.block) : bytesOf(entry.run));
  });
  return bytes;
}

TEST(AccessHistory, KeepsTheLastOfEveryKind) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    Chance chance(seed);
    AccessHistory history;
    std::vector<AccessGroupRef> accessGroups;
    std::map<const AccessGroup *, Bytes> added;
    std::map<std::pair<std::uint32_t, std::uint64_t>, const AccessGroup *> last;  // by site and byte
    for (Tick tick = 1; tick <= 6; ++tick)
      for (std::uint32_t site = 0; site < 2; ++site) accessGroups.push_back(accessGroup(site, tick));
    for (std::size_t step = 0; step < 40; ++step) {
      const AccessGroupRef &actor = accessGroups[std::min(accessGroups.size() - 1, step / 4 + chance.from(0, 1))];
      const PlaceBlockPtr block = chance.from(0, 1) == 0 ? chance.block() : nullptr;
      const ByteRun run = block ? hullOf(*block) : chance.run();
      history.add(
          run, actor, history.around(run),
          [&](const AccessGroup &old) { return old.isLike(*actor) && old.done.tick < actor->start.tick; }, block);
      for (const std::uint64_t byte : block ? bytesOf(*block) : bytesOf(run)) {
        added[actor.get()].insert(byte);
        const AccessGroup *&latest = last[{actor->site, byte}];
        if (latest == nullptr || latest->start.tick <= actor->start.tick) latest = actor.get();
      }
    }
    for (const AccessGroupRef &actor : accessGroups)
      for (const std::uint64_t byte : bytesOf(history, *actor))
        ASSERT_TRUE(added[actor.get()].contains(byte)) << "seed " << seed << " byte " << byte;
    for (const auto &[place, actor] : last)
      ASSERT_TRUE(bytesOf(history, *actor).contains(place.second)) << "seed " << seed << " byte " << place.second;
  }
}

TEST(AccessHistory, NeighborsBecomeOneEntry) {
  AccessHistory history;
  const AccessGroupRef one = accessGroup(1, 1);
  const auto add = [&](const ByteRun &run) {
    history.add(run, one, history.around(run), [](const auto &) { return false; });
  };
  for (std::int64_t i = 0; i < 1000; ++i) add({8000 - 8 * i, 8, 0, 1});
  EXPECT_EQ(history.size(), 1U);
  for (std::int64_t column = 0; column < 10; ++column) add({100000 + 4 * column, 4, 400, 50});
  EXPECT_EQ(history.size(), 2U) << "columns of a matrix, side by side";
  add({100004, 4, 400, 20});
  EXPECT_EQ(history.size(), 2U) << "part of what is there";
}

TEST(AccessHistory, SweepsWhatIsOver) {
  AccessHistory history;
  for (Tick tick = 1; tick <= 10; ++tick) {
    const ByteRun run{static_cast<std::int64_t>(16 * tick), 8, 0, 1};
    history.add(run, accessGroup(1, tick), history.around(run), [](const auto &) { return false; });
  }
  history.sweep([](const AccessGroup &accessGroup) { return accessGroup.done.tick <= 7; });
  EXPECT_EQ(history.size(), 3U);
}

TEST(AccessHistory, FirstCommonBytes) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Chance chance(seed);
    const ByteRun a = chance.run();
    const ByteRun b = chance.run();
    Bytes common;
    const Bytes ofB = bytesOf(b);
    for (const std::uint64_t byte : bytesOf(a))
      if (ofB.contains(byte)) common.insert(byte);
    const Span found = firstCommon(Touched{a}, Touched{b});
    if (common.empty()) {
      EXPECT_EQ(found.first, found.end);
      continue;
    }
    ASSERT_EQ(found.first, *common.begin()) << "seed " << seed;
    for (std::uint64_t byte = found.first; byte < found.end; ++byte) ASSERT_TRUE(common.contains(byte));
  }
}

TEST(AccessHistory, FirstCommonBytesOfBlocks) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Chance chance(seed);
    const PlaceBlockPtr a = chance.block();
    const PlaceBlockPtr b = seed % 2 == 0 ? chance.block() : nullptr;
    const ByteRun hull = hullOf(*a);
    const ByteRun other = b ? hullOf(*b) : chance.run();
    const Bytes ofA = bytesOf(*a);
    ASSERT_EQ(*ofA.begin(), static_cast<std::uint64_t>(hull.offset));
    ASSERT_EQ(*ofA.rbegin() + 1, endOf(hull));
    Bytes common;
    for (const std::uint64_t byte : b ? bytesOf(*b) : bytesOf(other))
      if (ofA.contains(byte)) common.insert(byte);
    const Span found = firstCommon(Touched{hull, a.get()}, Touched{other, b.get()});
    ASSERT_EQ(found.first == found.end, common.empty()) << "seed " << seed;
    for (std::uint64_t byte = found.first; byte < found.end; ++byte) ASSERT_TRUE(common.contains(byte));
  }
}

TEST(AccessHistory, ABlockIsOneEntry) {
  AccessHistory history;
  const auto add = [&](const AccessGroupRef &actor, std::uint64_t bits) {
    auto block = std::make_shared<PlaceBlock>();
    block->address = 4096;
    block->bytes = 8;
    block->step = 8;
    block->bits[0] = block->bits[1] = bits;
    const ByteRun hull = hullOf(*block);
    const auto isOlder = [&](const AccessGroup &old) {
      return old.isLike(*actor) && old.done.tick < actor->start.tick;
    };
    history.add(hull, actor, history.around(hull), isOlder, block);
  };
  const AccessGroupRef first = accessGroup(1, 1);
  const AccessGroupRef second = accessGroup(1, 2);
  add(first, 0x5555);
  add(first, 0x1111);
  add(first, 0x8888);
  EXPECT_EQ(history.size(), 1U) << "of one activity";
  EXPECT_GT(history.bytes(), 2 * sizeof(PlaceBlock));
  add(second, 0xffff);
  EXPECT_EQ(history.size(), 1U) << "the later one covers it";
  add(accessGroup(1, 3), 1);
  EXPECT_EQ(history.size(), 2U) << "this does not";
}

TEST(Runs, CutToASpan) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Chance chance(seed);
    const ByteRun run = chance.run();
    const std::uint64_t first = chance.from(95, 170);
    const Span span{first, first + chance.from(1, 40)};
    Bytes expected;
    for (const std::uint64_t byte : bytesOf(run))
      if (span.contains(byte)) expected.insert(byte);
    Bytes found;
    forEachWithin(run, span, [&](const ByteRun &piece) { found.merge(bytesOf(piece)); });
    ASSERT_EQ(found, expected) << "seed " << seed;
  }
}

}  // namespace
}  // namespace lockstep::engine
