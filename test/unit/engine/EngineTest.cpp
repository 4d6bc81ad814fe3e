// What a driver sees while the job runs: findings, standings, who is stuck, coverage; and that memory stays bounded.
#include "engine/Engine.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <string>

#include "engine/TextTrace.h"

namespace lockstep::engine {
namespace {

using State = Standing::State;

/// An engine that has been fed a textual trace, and not been told that it is over.
struct Live {
  explicit Live(std::string_view text) {
    const auto trace = TextTrace::parse(text);
    if (!trace) ADD_FAILURE() << "line " << trace.error().line << ": " << trace.error().what;
    if (trace)
      for (const TraceStep &step : trace->steps) feed(step, engine);
  }
  Engine engine;
};

TEST(Engine, FindsAMismatchWhileTheRanksHangInIt) {
  Live live("ranks 2\n0: enter Barrier\n1: enter Bcast root=0\n");
  EXPECT_EQ(live.engine.takeFindings().size(), 1U);
  EXPECT_EQ(live.engine.stuckRanks(), (std::vector{0, 1}));
  EXPECT_TRUE(live.engine.takeFindings().empty());
}

TEST(Engine, ReportsAMismatchOfThoseWhoCameWhenTheRunIsOver) {
  Live live("ranks 3\n0: enter Barrier\n1: enter Bcast root=0\n");
  EXPECT_TRUE(live.engine.takeFindings().empty());
  live.engine.finish(true);
  EXPECT_EQ(live.engine.takeFindings().size(), 1U);
}

TEST(Engine, IsNotStuckWhileARankMayCome) {
  EXPECT_FALSE(Live("ranks 2\n0: enter Barrier\n").engine.stuck());
  EXPECT_FALSE(Live("ranks 2\nall: enter Barrier\n").engine.stuck());
  EXPECT_TRUE(Live("ranks 2\n0: enter Barrier\n1: vanish\n").engine.stuck());
}

TEST(Engine, TellsWhereRanksStand) {
  Live live(
      "ranks 5\n"
      "0: enter Barrier @ a.c:3 main\n"
      "1: call Comm_rank @ a.c:4 main\n"
      "2: call Finalize\n"
      "3: exit 4\n"
      "4: signal 11\n");
  const auto standings = live.engine.standings();
  ASSERT_EQ(standings.size(), 5U);
  EXPECT_EQ(live.engine.ranks(), 5);
  EXPECT_EQ(standings[0].state, State::Inside);
  EXPECT_EQ(standings[0].call, "MPI_Barrier");
  EXPECT_EQ(standings[0].site->line, 3U);
  EXPECT_EQ(standings[1].state, State::Outside);
  EXPECT_EQ(standings[1].call, "MPI_Comm_rank");
  EXPECT_EQ(standings[2].state, State::Finalized);
  EXPECT_EQ(standings[3].state, State::Exited);
  EXPECT_EQ(standings[3].code, 4);
  EXPECT_EQ(standings[4].state, State::Died);
  EXPECT_EQ(standings[4].code, 11);
}

TEST(Engine, SaysWhatItDoesNotModel) {
  Live live("ranks 1\n0: call Comm_rank\n0: call Put\n0: call Put\n");
  EXPECT_EQ(live.engine.coverage().calls, 3U);
  EXPECT_EQ(live.engine.coverage().unmodelled, std::vector<std::string>{"MPI_Put"});
}

TEST(Engine, ForgetsWhatIsOver) {
  const auto round = TextTrace::parse(
      "ranks 4\n"
      "all: call Barrier\n"
      "all: call Ibarrier -> request=r\n"
      "all: call Wait request=r\n"
      "all: call Send dest=0 tag=5\n"
      "0: call Recv source=0 tag=5\n0: call Recv source=1 tag=5\n"
      "0: call Recv source=2 tag=5\n0: call Recv source=3 tag=5\n");
  ASSERT_TRUE(round.has_value());
  Live live("ranks 4\n");
  const auto play = [&](int rounds) {
    for (int i = 0; i < rounds; ++i)
      for (const TraceStep &step : round->steps) feed(step, live.engine);
  };
  play(100);
  const std::size_t before = mallinfo2().uordblks;
  play(2000);
  EXPECT_LT(mallinfo2().uordblks, before + 10000);
}

}  // namespace
}  // namespace lockstep::engine
