#include "cli/live/LiveReport.h"

#include <gtest/gtest.h>

namespace lockstep::cli {
namespace {

using namespace std::chrono_literals;

report::Finding finding(std::string_view id, unsigned line, std::vector<int> ranks) {
  report::Finding finding;
  finding.rule = *report::findRule(id);
  finding.severity = report::info(finding.rule).severity;
  finding.ranks = std::move(ranks);
  report::Site site;
  site.file = "ring.c";
  site.line = line;
  site.call = "MPI_Isend";
  finding.sites = {site};
  return finding;
}

class LiveReportTest : public testing::Test {
 protected:
  /// The report after one more raw finding.
  void found(std::vector<report::Finding> all) {
    now_ = std::move(all);
    ++raw_;
  }

  LiveReport live(std::size_t most = report::kMostInFull) {
    return LiveReport({.count = [this] { return raw_; },
                       .findings = [this] { return now_; },
                       .print = [this](const report::Finding &finding) { printed_.push_back(finding); }},
                      most);
  }

  const LiveReport::Clock::time_point start_ = LiveReport::Clock::now();
  std::size_t raw_ = 0;
  std::vector<report::Finding> now_;
  std::vector<report::Finding> printed_;
};

TEST_F(LiveReportTest, AFindingWaitsForItsGroup) {
  LiveReport report = live();
  found({finding("request-overwrite", 3, {0})});
  report.look(start_);
  EXPECT_TRUE(printed_.empty());
  found({finding("request-overwrite", 3, {0, 1})});
  report.look(start_ + 200ms);
  report.look(start_ + LiveReport::kHold);
  ASSERT_EQ(printed_.size(), 1u);
  EXPECT_EQ(printed_.front().ranks, (std::vector{0, 1}));
}

TEST_F(LiveReportTest, LaterMembersDoNotPrintItAgain) {
  LiveReport report = live();
  found({finding("request-overwrite", 3, {0})});
  report.look(start_);
  report.look(start_ + 1s);
  found({finding("request-overwrite", 3, {0, 1})});
  report.look(start_ + 2s);
  report.look(start_ + 4s);
  EXPECT_EQ(printed_.size(), 1u);
}

TEST_F(LiveReportTest, WhatBecomesAPartOfAnotherFindingInTimeIsNotPrinted) {
  LiveReport report = live();
  found({finding("buffer-race", 5, {0})});
  report.look(start_);
  found({finding("request-overwrite", 3, {0})});
  report.look(start_ + 400ms);
  report.look(start_ + 3s);
  ASSERT_EQ(printed_.size(), 1u);
  EXPECT_EQ(report::info(printed_.front().rule).id, "request-overwrite");
}

TEST_F(LiveReportTest, StaticFindingsWaitForTheRun) {
  LiveReport report = live();
  report::Finding found_ = finding("request-overwrite", 3, {});
  found_.confirmed = report::Confirmed::StaticOnly;
  found({found_});
  report.look(start_);
  report.look(start_ + 1s);
  EXPECT_TRUE(printed_.empty());
  found_.confirmed = report::Confirmed::Both;
  found({found_});
  report.look(start_ + 2s);
  report.look(start_ + 3s);
  EXPECT_EQ(printed_.size(), 1u);
}

TEST_F(LiveReportTest, WarningsLeaveRoomForErrors) {
  LiveReport report = live();
  std::vector<report::Finding> all;
  for (unsigned line = 1; line <= 20; ++line) all.push_back(finding("leak-comm", line, {0}));
  found(all);
  report.look(start_);
  report.look(start_ + 1s);
  EXPECT_EQ(printed_.size(), report::kMostInFull - report::kKeptForErrors);
  for (unsigned line = 1; line <= 20; ++line) all.push_back(finding("request-overwrite", line, {0}));
  found(all);
  report.look(start_ + 2s);
  report.look(start_ + 3s);
  EXPECT_EQ(printed_.size(), report::kMostInFull);
}

TEST_F(LiveReportTest, WhoAsksForAllGetsAll) {
  LiveReport report = live(report::kAllInFull);
  std::vector<report::Finding> all;
  for (unsigned line = 1; line <= 20; ++line) all.push_back(finding("leak-comm", line, {0}));
  found(all);
  report.release(start_);
  EXPECT_EQ(printed_.size(), 20u);
}

}  // namespace
}  // namespace lockstep::cli
