// Collectives that may be a consistent cut, and what crosses them: traces as text (texttrace/TextTrace.h), with the
// Round records of a limited trace. Each collective is shown by its line, with an x if it is crossed.
#include "cli/analyze/ProcessScan.h"

#include <cstring>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "texttrace/TextTrace.h"

namespace lockstep::cli {
namespace {

/// What rank 0 does.
class Scanned {
 public:
  explicit Scanned(const std::string &text) {
    const auto trace = engine::TextTrace::parse("ranks 2\n" + text);
    EXPECT_TRUE(trace.has_value()) << (trace ? "" : trace.error().what);
    if (!trace) return;
    const trace::ProcessKey first = trace->steps.front().process;
    for (const trace::BuiltRecord &step : trace->steps)
      if (step.process == first && !step.words.empty()) take(step);
  }

  std::string syncPoints() const {
    std::string text;
    for (const SyncPoint &meeting : scan_.syncPoints())
      text += fmt::format("{}{}{}", text.empty() ? "" : " ", scan_.siteOf(meeting).line, meeting.isCrossed ? "x" : "");
    return text;
  }
  std::string atTheEnd() {
    scan_.finish();
    return syncPoints();
  }

 private:
  void take(const trace::BuiltRecord &step) {
    std::vector<std::uint64_t> record = step.words;
    auto &header = *reinterpret_cast<trace::RecordHeader *>(record.data());
    if (header.kind == trace::Kind::Enter) takeRound(step, reinterpret_cast<const trace::Enter &>(header));
    header.sequence = ++sequence_;
    scan_.take({step.process, step.thread, &header});
  }

  void takeRound(const trace::BuiltRecord &step, const trace::Enter &enter) {
    const int owner = mpi::sequenceArgument(mpi::info(static_cast<mpi::Routine>(enter.routine)));
    if (owner < 0) return;
    const auto *arguments = reinterpret_cast<const std::int64_t *>(&enter + 1);
    trace::Round round{};
    round.header = {trace::Kind::Round, sizeof round / 8, 0, ++sequence_};
    round.owner = static_cast<std::uint64_t>(arguments[owner]);
    round.number = ++rounds_[round.owner];
    scan_.take({step.process, step.thread, &round.header});
  }

  ProcessScan scan_;
  std::uint64_t sequence_ = 0;
  std::map<std::uint64_t, std::uint64_t> rounds_;
};

const std::string kWindow = "all: call Win_allocate size=64 -> baseptr=x win=w @ a.c:1 main\n";

TEST(ProcessScan, NobodyLeavesABarrierBeforeAllHaveCome) {
  EXPECT_EQ(Scanned("all: call Barrier @ a.c:3 main\n"
                    "all: call Bcast root=0 @ a.c:4 main\n"
                    "all: call Allreduce @ a.c:5 main\n")
                .atTheEnd(),
            "3 5");
}

TEST(ProcessScan, AReceiveReachesFromItsStartToItsCompletion) {
  EXPECT_EQ(Scanned("0: call Irecv source=1 -> request=r @ a.c:2 main\n"
                    "0: call Barrier @ a.c:3 main\n"
                    "0: call Wait request=r @ a.c:4 main\n"
                    "0: call Barrier @ a.c:5 main\n"
                    "0: call Wait request=older @ a.c:6 main\n"
                    "0: call Barrier @ a.c:7 main\n")
                .syncPoints(),
            "3x 5x 7");
}

TEST(ProcessScan, APersistentRequestReachesNowhereWhileItIsInactive) {
  EXPECT_EQ(Scanned("0: call Recv_init source=1 -> request=r @ a.c:2 main\n"
                    "0: call Barrier @ a.c:3 main\n"
                    "0: call Start request=r @ a.c:4 main\n"
                    "0: call Barrier @ a.c:5 main\n"
                    "0: call Wait request=r -> request=r @ a.c:6 main\n"
                    "0: call Barrier @ a.c:7 main\n"
                    "0: call Startall requests=[r] @ a.c:8 main\n"
                    "0: call Waitall requests=[r] -> requests=[r] @ a.c:9 main\n"
                    "0: call Barrier @ a.c:10 main\n")
                .syncPoints(),
            "3 5x 7 10");
}

TEST(ProcessScan, WhatBecameOfAPersistentRequestBeforeItsFirstUseIsNotKnown) {
  EXPECT_EQ(Scanned("0: call Recv_init source=1 -> request=r @ a.c:2 main\n"
                    "0: call Barrier @ a.c:3 main\n"
                    "0: call Wait request=r -> request=r @ a.c:4 main\n"
                    "0: call Barrier @ a.c:5 main\n"
                    "0: call Wait request=r -> request=r @ a.c:6 main\n")
                .syncPoints(),
            "3x 5");
}

TEST(ProcessScan, ARequestThatWasFreedIsAnother) {
  EXPECT_EQ(Scanned("0: call Recv_init source=1 -> request=r @ a.c:2 main\n"
                    "0: call Request_free request=r @ a.c:3 main\n"
                    "0: call Barrier @ a.c:4 main\n"
                    "0: call Start request=r @ a.c:5 main\n")
                .syncPoints(),
            "4x");
}

TEST(ProcessScan, AnEpochThatIsOpenAtTheEndReachesFromItsBeginning) {
  for (const std::string open : {"Win_lock lock_type=LOCK_SHARED rank=1 win=w", "Win_post win=w", "Win_start win=w"}) {
    Scanned scanned(kWindow + "0: call Barrier @ a.c:3 main\n0: call " + open +
                    " @ a.c:4 main\n"
                    "0: call Barrier @ a.c:5 main\n");
    EXPECT_EQ(scanned.syncPoints(), "3 5") << open;
    EXPECT_EQ(scanned.atTheEnd(), "3 5x") << open;
  }
}

TEST(ProcessScan, TheEpochOfTheLastFenceReachesToItsLastOperation) {
  Scanned scanned(kWindow +
                  "0: call Win_fence win=w @ a.c:3 main\n"
                  "0: call Barrier @ a.c:4 main\n"
                  "0: call Put target_rank=1 win=w @ a.c:5 main\n"
                  "0: call Barrier @ a.c:6 main\n");
  EXPECT_EQ(scanned.syncPoints(), "3 4 6");
  EXPECT_EQ(scanned.atTheEnd(), "3 4x 6");
}

TEST(ProcessScan, AnEpochThatIsClosedReachesNoFurther) {
  Scanned scanned(kWindow +
                  "0: call Win_lock lock_type=LOCK_SHARED rank=1 win=w @ a.c:3 main\n"
                  "0: call Barrier @ a.c:4 main\n"
                  "0: call Win_unlock rank=1 win=w @ a.c:5 main\n"
                  "0: call Barrier @ a.c:6 main\n");
  EXPECT_EQ(scanned.atTheEnd(), "4x 6");
}

}  // namespace
}  // namespace lockstep::cli
