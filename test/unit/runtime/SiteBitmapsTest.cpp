// Lent places: everything that the code sets is passed on exactly, even if a reader asks for it while the code
// continues, and nothing is lent if that would be wasteful.
#include "runtime/accesses/SiteBitmaps.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <random>
#include <set>

namespace lockstep::runtime {
namespace {

constexpr std::uintptr_t kBase = 0x7e0000000000;
constexpr std::uint64_t kBytes = 1 << 20;
constexpr std::uintptr_t kSite = 0x401000;
using Addresses = std::set<std::uintptr_t>;

/// A window, as an instrumented program has it.
class SiteFieldsTest : public testing::Test {
 protected:
  SiteFieldsTest() {
    addTable(copy_);
    watch(window_);
  }
  ~SiteFieldsTest() override {
    unwatch(window_);
    removeTable(copy_);
    fields_->free();
  }

  void add(std::uintptr_t address, std::uint64_t bytes, std::uint64_t coming, hook::LentPlaces &places) {
    ASSERT_TRUE(fields_->add(kSite, address, bytes, AccessMode::Load));
    fields_->lend(kSite, coming, places);
  }

  struct Taker {
    Addresses &found;
    void operator()(const runtime::Run &run) const {
      for (std::uint64_t i = 0; i < run.count; ++i)
        for (std::uint64_t byte = 0; byte < run.bytes; ++byte) found.insert(run.address + i * run.stride + byte);
    }
    void operator()(const runtime::Run &first, const std::uint64_t (&words)[kBlockWords]) const {
      for (std::uint64_t place = 0; place < kBlockWords * 64; ++place)
        for (std::uint64_t byte = 0; (words[place / 64] >> (place % 64) & 1) != 0 && byte < first.bytes; ++byte)
          found.insert(first.address + place * first.stride + byte);
    }
  };
  Addresses drained(bool isEnd) {
    Addresses found;
    fields_->drain(Taker{found}, isEnd);
    return found;
  }

  std::unique_ptr<SiteBitmaps> fields_ = std::make_unique<SiteBitmaps>();

 private:
  const Span window_{kBase, kBase + kBytes};
  std::unique_ptr<unsigned char[]> watched_ = std::make_unique<unsigned char[]>(kTableSize);
  std::atomic<const HookFunction *> functions_{nullptr};
  HookCopy copy_{kHookVersion, kHookCount, watched_.get(), &functions_, nullptr, nullptr, nullptr, nullptr, nullptr};
};

TEST_F(SiteFieldsTest, WhatIsSetIsHandedOutAlsoWhenAskedForInBetween) {
  for (const std::uint64_t bytes : {1U, 4U, 8U, 12U, 24U}) {
    hook::LentPlaces places{};
    add(kBase + 5 * stepOfPlaces(bytes), bytes, kBytes, places);
    ASSERT_NE(places.count, 0U);
    std::mt19937 random(static_cast<unsigned>(bytes));
    Addresses expected;
    const auto touch = [&](std::uintptr_t address) {
      for (std::uint64_t byte = 0; byte < bytes; ++byte) expected.insert(address + byte);
    };
    touch(kBase + 5 * stepOfPlaces(bytes));
    for (int round = 0; round < 4; ++round) {
      for (int i = 0; i < 500; ++i) {
        const std::uint64_t place = random() % (places.count - bytes);
        places.touched[place] = 1;
        touch(places.begin + place * stepOfPlaces(bytes));
      }
      EXPECT_EQ(drained(round == 3), expected) << bytes << " bytes, round " << round;
      EXPECT_EQ(fields_->isEmpty(), round == 3);
      expected.clear();
    }
  }
}

TEST_F(SiteFieldsTest, FewAccessesBorrowNothing) {
  hook::LentPlaces places{};
  for (std::uintptr_t i = 0; i < 1000; ++i) add(kBase + 64 * i, 8, 10, places);
  EXPECT_EQ(places.count, 0U);
  for (std::uintptr_t i = 0; i < kBytes / 8; ++i) add(kBase + 8 * i, 8, 10, places);
  EXPECT_NE(places.count, 0U) << "many few are many";
  EXPECT_EQ(drained(true).size(), kBytes);
}

}  // namespace
}  // namespace lockstep::runtime
