// What a driver sees while the job runs: findings, rank states, stuck ranks, coverage; and that memory stays bounded.
#include "engine/Engine.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <string>

#include "texttrace/TextTrace.h"

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#include <sanitizer/allocator_interface.h>
#define LOCKSTEP_OTHER_ALLOCATOR
#endif

namespace lockstep::engine {
namespace {

using State = RankStatus::State;

/// An engine that has been fed a textual trace, and not been told that it is over.
struct Live {
  explicit Live(std::string_view text) {
    const auto trace = TextTrace::parse(text);
    if (!trace) ADD_FAILURE() << "line " << trace.error().line << ": " << trace.error().what;
    if (trace)
      for (const trace::BuiltRecord &step : trace->steps) feed(step, engine);
  }
  Engine engine;
};

TEST(Engine, FindsAMismatchWhileTheRanksHangInIt) {
  Live live("ranks 2\n0: enter Barrier\n1: enter Bcast root=0\n");
  constexpr std::uint64_t kSecond = 1'000'000'000;
  live.engine.fedUntil(0, 5 * kSecond);
  EXPECT_TRUE(live.engine.takeFindings().empty()) << "the next calls may still show what it is";
  live.engine.fedUntil(0, 6 * kSecond);
  EXPECT_EQ(live.engine.takeFindings().size(), 1U);
  EXPECT_EQ(live.engine.stuckRanks(), (std::vector{0, 1}));
  EXPECT_TRUE(live.engine.takeFindings().empty());
}

TEST(Engine, FindsAMismatchWhenTheNextCallsAreKnown) {
  Live live(
      "ranks 2\n0: call Barrier\n1: call Bcast root=0\nall: call Allreduce\nall: call Barrier\n0: call Barrier\n");
  EXPECT_TRUE(live.engine.takeFindings().empty());
  Live more(
      "ranks 2\n0: call Barrier\n1: call Bcast root=0\nall: call Allreduce\nall: call Barrier\nall: call Barrier\n");
  EXPECT_EQ(more.engine.takeFindings().size(), 1U);
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
  const auto rankStatuses = live.engine.rankStatuses();
  ASSERT_EQ(rankStatuses.size(), 5U);
  EXPECT_EQ(live.engine.ranks(), 5);
  EXPECT_EQ(rankStatuses[0].state, State::Inside);
  EXPECT_EQ(rankStatuses[0].call, "MPI_Barrier");
  EXPECT_EQ(rankStatuses[0].site->line, 3U);
  EXPECT_EQ(rankStatuses[1].state, State::Outside);
  EXPECT_EQ(rankStatuses[1].call, "MPI_Comm_rank");
  EXPECT_EQ(rankStatuses[2].state, State::Finalized);
  EXPECT_EQ(rankStatuses[3].state, State::Exited);
  EXPECT_EQ(rankStatuses[3].code, 4);
  EXPECT_EQ(rankStatuses[4].state, State::Died);
  EXPECT_EQ(rankStatuses[4].code, 11);
}

TEST(Engine, SaysWhatItDoesNotModel) {
  Live live("ranks 1\n0: call Comm_rank\n0: call Comm_spawn\n0: call Comm_spawn\n");
  EXPECT_EQ(live.engine.coverage().calls, 3U);
  EXPECT_EQ(live.engine.coverage().unmodelled, std::vector<std::string>{"MPI_Comm_spawn"});
}

/// Bytes in use on the heap. The allocators of the sanitizers leave mallinfo2 at 0 and count for themselves.
std::size_t heapBytes() {
#ifdef LOCKSTEP_OTHER_ALLOCATOR
  return __sanitizer_get_current_allocated_bytes();
#else
  return mallinfo2().uordblks;
#endif
}

/// Plays a round again and again: what the engine keeps must not grow.
void expectFlatMemory(const std::string &text, int rounds, const std::string &setup = "ranks 4\n") {
  SCOPED_TRACE(text);
  const auto round = TextTrace::parse(text);
  ASSERT_TRUE(round.has_value()) << round.error().line << ": " << round.error().what;
  Live live(setup);
  const auto play = [&](int times) {
    for (int i = 0; i < times; ++i)
      for (const trace::BuiltRecord &step : round->steps) feed(step, live.engine);
  };
  play(100);
  live.engine.takeFindings();
  const std::size_t before = heapBytes();
  ASSERT_GT(before, 0U);
  play(rounds);
  EXPECT_LT(heapBytes(), before + 10000);
}

TEST(Engine, ForgetsWhatIsOver) {
  expectFlatMemory(
      "ranks 4\n"
      "all: call Barrier\n"
      "all: call Ibarrier -> request=r\n"
      "all: call Wait request=r\n"
      "1-3: call Send dest=0 tag=5\n"
      "0: call Recv source=1 tag=5\n"
      "0: call Recv source=2 tag=5\n0: call Recv source=3 tag=5\n",
      2000);
}

TEST(Engine, ReportsAPotentialDeadlockInALoopOnce) {
  std::string text = "ranks 2\n";
  for (int i = 0; i < 3000; ++i)
    text +=
        "0: call Send dest=1 @ a.c:1\n1: call Send dest=0 @ a.c:1\n"
        "0: call Recv source=1 -> status=[1,0,0,4] @ a.c:2\n1: call Recv source=0 -> status=[0,0,0,4] @ a.c:2\n";
  Live live(text);
  live.engine.finish(false);
  const auto findings = live.engine.takeFindings();
  EXPECT_EQ(std::ranges::count(findings, report::rule("deadlock-potential"), &report::Finding::rule), 1);
}

TEST(Engine, ForgetsAMillionMessages) {
  // 800000 of a ping-pong, which is no more than two ranks at a time.
  expectFlatMemory(
      "ranks 4\n"
      "0: call Send dest=1 @ a.c:1\n1: call Recv source=0 -> status=[0,0,0,4] @ a.c:2\n"
      "1: call Send dest=0 @ a.c:3\n0: call Recv source=1 -> status=[1,0,0,4] @ a.c:4\n"
      "2: call Ssend dest=3 @ a.c:1\n3: call Recv source=2 -> status=[2,0,0,4] @ a.c:2\n"
      "3: call Send dest=2 @ a.c:3\n2: call Recv source=3 -> status=[3,0,0,4] @ a.c:4\n",
      200000);
  // The records of the receiver come first.
  expectFlatMemory(
      "ranks 4\n"
      "1: call Recv source=0 -> status=[0,0,0,4] @ a.c:2\n0: call Send dest=1 @ a.c:1\n",
      20000);
  // 120000 of an exchange of halos along a line.
  expectFlatMemory(
      "ranks 4\n"
      "0: call Irecv source=1 request=x -> request=a @ a.c:1\n0: call Isend dest=1 request=x+8 -> request=b @ a.c:2\n"
      "1: call Irecv source=0 request=x -> request=a @ a.c:1\n1: call Irecv source=2 request=x+8 -> request=b @ a.c:1\n"
      "1: call Isend dest=0 request=x+16 -> request=c @ a.c:2\n1: call Isend dest=2 request=x+24 -> request=d @ a.c:2\n"
      "2: call Irecv source=1 request=x -> request=a @ a.c:1\n2: call Isend dest=1 request=x+8 -> request=b @ a.c:2\n"
      "0: call Waitall requests=[a,b]@x -> requests=[null,null] statuses=[1,0,0,4,-1,-1,0,0] @ a.c:3\n"
      "1: call Waitall requests=[a,b,c,d]@x -> statuses=[0,0,0,4,2,0,0,4,-1,-1,0,0,-1,-1,0,0] @ a.c:3\n"
      "2: call Waitall requests=[a,b]@x -> requests=[null,null] statuses=[1,0,0,4,-1,-1,0,0] @ a.c:3\n",
      30000);
  // 120000 of a master and its workers: receives from any source, probes, tests, cancelled and persistent receives.
  expectFlatMemory(
      "ranks 4\n"
      "1-3: call Send dest=0 tag=7 @ a.c:1\n"
      "0: call Probe source=ANY_SOURCE tag=ANY_TAG status=s -> status=[2,7,0,4] @ a.c:2\n"
      "0: call Recv source=ANY_SOURCE tag=ANY_TAG status=s -> status=[2,7,0,4] @ a.c:3\n"
      "0: call Irecv source=ANY_SOURCE tag=7 request=x -> request=r @ a.c:4\n"
      "0: call Test request=r@x status=s -> request=r flag=0 @ a.c:5\n"
      "0: call Test request=r@x status=s -> request=null flag=1 status=[3,7,0,4] @ a.c:5\n"
      "0: call Mprobe source=ANY_SOURCE tag=7 status=s -> message=m status=[1,7,0,4] @ a.c:6\n"
      "0: call Mrecv message=m -> message=null status=[1,7,0,4] @ a.c:7\n"
      "0: call Irecv source=1 tag=8 request=y -> request=q @ a.c:8\n0: call Cancel request=q@y @ a.c:9\n"
      "0: call Wait request=q@y -> request=null status=[-1,-1,0,-2] @ a.c:10\n"
      "0: call Send_init dest=1 request=z -> request=p @ a.c:11\n0: call Start request=p@z @ a.c:12\n"
      "1: call Recv source=0 -> status=[0,0,0,4] @ a.c:13\n0: call Wait request=p@z -> request=p @ a.c:14\n"
      "0: call Request_free request=p@z -> request=null @ a.c:15\n",
      30000);
}

TEST(Engine, ForgetsOperationsOnWindows) {
  std::string setup = "ranks 4\n";
  for (const std::string window : {"w", "f", "p", "l"})
    setup += "all: call Win_create base=" + window + window + " size=4096 disp_unit=4 -> win=" + window + "\n";
  setup += "all: call Win_lock_all win=w\nall: call Win_fence win=f\n";
  expectFlatMemory(
      "ranks 4\n"
      // A flush, a message, and the target's own accesses.
      "0: call Put origin_addr=b target_rank=1 win=w @ a.c:1\n0: call Win_flush rank=1 win=w @ a.c:2\n"
      "0: call Send dest=1 @ a.c:3\n1: call Recv source=0 -> status=[0,0,0,4] @ a.c:4\n"
      "1: load ww 4 @ a.c:5\n1: store ww 8 @ a.c:6\n1: call Send dest=0 @ a.c:7\n"
      "0: call Recv source=1 -> status=[1,0,0,4] @ a.c:8\n"
      // A fence.
      "2: call Get origin_addr=c target_rank=3 win=f @ a.c:10\nall: call Win_fence win=f @ a.c:11\n"
      "3: store ff 64 @ a.c:12\nall: call Win_fence win=f @ a.c:13\n"
      // Post and start, and the target is late.
      "0: call Win_start group=[2,3] win=p @ a.c:20\n0: call Put origin_addr=d target_rank=2 win=p @ a.c:21\n"
      "0: call Get origin_addr=e target_rank=3 win=p @ a.c:22\n0: enter Win_complete win=p @ a.c:23\n"
      "2-3: call Win_post group=[0] win=p @ a.c:24\n0: leave\n2-3: call Win_wait win=p @ a.c:25\n"
      "2: store pp 4 @ a.c:26\n"
      // Locks.
      "1-3: call Win_lock rank=0 win=l @ a.c:30\n1-3: call Get origin_addr=b target_rank=0 win=l @ a.c:31\n"
      "1-3: call Rput origin_addr=g request=x target_rank=0 target_disp=4 win=l -> request=r @ a.c:32\n"
      "1-3: call Wait request=r@x -> request=null @ a.c:33\n1-3: call Win_unlock rank=0 win=l @ a.c:34\n",
      2000, setup);
}

TEST(Engine, ForgetsOperationsThatOnlyTheirOriginsHaveCompleted) {
  // Of operations so large no values are kept.
  const auto accumulate = [](std::string_view routine, std::string_view arguments) {
    return std::string(routine) + " origin_count=8 target_count=8 win=w " + std::string(arguments) + "\n";
  };
  const std::string setup =
      "ranks 4\nall: call Win_create base=ww size=4096 disp_unit=4 -> win=w\nall: call Win_lock_all win=w\n";
  expectFlatMemory("ranks 4\n" + accumulate("1-3: call Accumulate", "origin_addr=b target_rank=0 @ a.c:1") +
                       "1-3: call Win_flush_local rank=0 win=w @ a.c:2\n",
                   20000, setup);
  // Many targets, and calls that complete some of the operations.
  expectFlatMemory("ranks 4\n" + accumulate("0: call Accumulate", "origin_addr=b target_rank=1 @ a.c:1") +
                       accumulate("0: call Accumulate", "origin_addr=b target_rank=2 @ a.c:1") +
                       accumulate("0: call Accumulate", "origin_addr=b target_rank=3 @ a.c:1") +
                       accumulate("0: call Accumulate", "origin_addr=b target_rank=1 target_disp=8 @ a.c:2") +
                       "0: call Win_flush_local_all win=w @ a.c:3\n0: call Win_flush rank=2 win=w @ a.c:4\n",
                   10000, setup);
  // Requests, several at a time.
  expectFlatMemory(
      "ranks 4\n" + accumulate("1: call Raccumulate", "origin_addr=b request=x target_rank=0 -> request=r @ a.c:1") +
          accumulate("1: call Raccumulate", "origin_addr=c request=x+8 target_rank=0 -> request=q @ a.c:1") +
          "1: call Waitall requests=[r,q]@x -> requests=[null,null] @ a.c:3\n",
      10000, setup);
}

}  // namespace
}  // namespace lockstep::engine
