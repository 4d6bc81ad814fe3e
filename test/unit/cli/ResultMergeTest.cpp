#include "cli/analyze/ResultMerge.h"

#include <gtest/gtest.h>

#include <future>

#include "cli/Command.h"
#include "report/text/WholeFile.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

class Together : public testing::Test {
 protected:
  Together() { fs::create_directory(trace_); }
  ~Together() override { fs::remove_all(trace_); }

  std::future<void> bringLater(unsigned index, unsigned count, const std::string &message) const {
    return std::async(std::launch::async, [this, index, count, message] {
      ResultMerge other(trace_, {index, count});
      report::Finding finding;
      finding.rule = report::rule("rma-race-remote");
      finding.message = message;
      other.bring({finding});
    });
  }

  fs::path trace_ = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST(Sign, IsReadAsItWasWritten) {
  const Sign sign{.number = 0xffffffffffffffff, .beat = 3, .answers = {{1, 17}, {4, 5}}};
  EXPECT_EQ(parseSign(toText(sign)), sign);
  EXPECT_EQ(parseSign("").number, 0U);
  EXPECT_EQ(parseSign("nonsense").number, 0U);
}

TEST_F(Together, TheFirstGetsWhatAllOthersFound) {
  auto second = bringLater(1, 3, "by the second");
  auto third = bringLater(2, 3, "by the third");
  {
    ResultMerge first(trace_, {0, 3});
    const auto found = first.takeAll();
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].message, "by the second");
    EXPECT_EQ(found[1].message, "by the third");
  }
  second.get();
  third.get();
  EXPECT_TRUE(fs::is_empty(trace_)) << "nothing is left behind";
}

TEST_F(Together, WhatEarlierOnesLeftIsNotTaken) {
  const fs::path folder = trace_ / ".analysis-by-2";
  fs::create_directory(folder);
  ASSERT_TRUE(report::writeWholeFile(toText({.number = 5, .beat = 9}), folder / "1.alive"));
  ASSERT_TRUE(report::writeWholeFile(toText({.number = 7, .beat = 9, .answers = {{1, 5}}}), folder / "0.alive"));
  ASSERT_TRUE(report::writeWholeFile("{}", folder / "1-0000000000000007.json"));
  auto second = bringLater(1, 2, "of now");
  ResultMerge first(trace_, {0, 2});
  const auto found = first.takeAll();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().message, "of now");
  second.get();
}

TEST_F(Together, TheFolderThatCannotBeMadeIsNamed) {
  ASSERT_TRUE(report::writeWholeFile("", trace_ / ".analysis-by-2"));
  try {
    const ResultMerge first(trace_, {0, 2});
    FAIL();
  } catch (const Failure &failure) {
    EXPECT_NE(std::string(failure.what()).find(".analysis-by-2: "), std::string::npos) << failure.what();
  }
}

constexpr GatheringTimes kShort{.beat = std::chrono::milliseconds(5),
                                .patience = std::chrono::milliseconds(2000),
                                .farewell = std::chrono::milliseconds(50)};

TEST_F(Together, WhoLeavesWithEmptyHandsIsNotWaitedFor) {
  ResultMerge first(trace_, {0, 2}, kShort);
  { const ResultMerge second(trace_, {1, 2}, kShort); }
  EXPECT_THROW(first.takeAll(), Failure);
}

TEST_F(Together, WhoNeverComesIsNotWaitedForEither) {
  ResultMerge first(trace_, {0, 2}, {.beat = kShort.beat, .patience = std::chrono::milliseconds(100)});
  EXPECT_THROW(first.takeAll(), Failure);
}

TEST_F(Together, NobodyWaitsForAFirstThatHasGone) {
  { const ResultMerge first(trace_, {0, 2}, kShort); }  // before it could answer
  ResultMerge second(trace_, {1, 2}, kShort);
  EXPECT_THROW(second.bring({}), Failure);
}

}  // namespace
}  // namespace lockstep::cli
