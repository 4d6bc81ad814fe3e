// Reading while the job runs: committed records are seen, a record waits for its predecessor, and a killed process
// loses no committed record.
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "TestRun.h"
#include "trace/file/Pack.h"

namespace lockstep::trace {
namespace {

TEST(Live, CommittedRecordsAreSeenAtOnce) {
  const TestRun run;
  Reader reader = openReader(run.path());
  std::vector<Copy> records;
  EXPECT_EQ(reader.poll(into(records)), 0U);

  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0)));
  EXPECT_EQ(reader.poll(into(records)), 0U);
  writeExit(writer, 0);
  EXPECT_EQ(reader.poll(into(records)), 1U);
  EXPECT_EQ(reader.poll(into(records)), 0U);
  writer.reserve<Exit>();
  EXPECT_EQ(reader.poll(into(records)), 0U);
  writeExits(writer, 1, 10);
  EXPECT_EQ(reader.poll(into(records)), 9U);
  writer.close();
  EXPECT_EQ(reader.finish(into(records)), 0U);
}

TEST(Live, RecordWaitsForItsPredecessor) {
  const TestRun run;
  Reader reader = openReader(run.path());
  std::vector<Copy> records;
  StreamWriter first;
  StreamWriter second;
  ASSERT_TRUE(first.open(run.descriptor(), streamOf(0)));
  ASSERT_TRUE(second.open(run.descriptor(), streamOf(1)));
  writeExit(second, 1);
  EXPECT_EQ(reader.poll(into(records)), 0U);
  writeExit(first, 0);
  EXPECT_EQ(reader.poll(into(records)), 2U);
  EXPECT_EQ(records[1].thread, 1U);
}

TEST(Live, AChunkMayBeCompressedAfterItWasFound) {
  const TestRun run;
  Reader reader = openReader(run.path());
  std::vector<Copy> records;
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(1), kSmallChunks));
  writeExits(writer, 1, 300);
  writer.close();
  EXPECT_EQ(reader.poll(into(records)), 0U) << "the first record is missing";
  packChunk(run.descriptor(), ChunkName(kNode, 7, 1, 1));
  StreamWriter late;
  ASSERT_TRUE(late.open(run.descriptor(), streamOf(0), kSmallChunks));
  writeExit(late, 0);
  late.close();
  EXPECT_EQ(reader.finish(into(records)), 300U);
  EXPECT_TRUE(reader.damage().empty());
}

TEST(Live, SilentThreadIsAsked) {
  const TestRun run;
  Reader reader = openReader(run.path());
  std::vector<Copy> records;
  StreamWriter silent;
  StreamWriter busy;
  ASSERT_TRUE(silent.open(run.descriptor(), streamOf(0)));
  ASSERT_TRUE(busy.open(run.descriptor(), streamOf(1)));
  writeExit(silent, 0);
  const Patience patience;
  for (std::uint64_t sequence = 1; !silent.isWanted() && patience.isLeft(); ++sequence) {
    writeExit(busy, sequence);
    reader.poll(into(records));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(silent.isWanted());
  EXPECT_FALSE(busy.isWanted());
  silent.takeRequest();
  EXPECT_FALSE(silent.isWanted());
}

TEST(Live, FinishStepsOverTheGapOfAKilledThread) {
  const TestRun run;
  Reader reader = openReader(run.path());
  std::vector<Copy> records;
  StreamWriter first;
  StreamWriter second;
  ASSERT_TRUE(first.open(run.descriptor(), streamOf(0), kSmallChunks));
  ASSERT_TRUE(second.open(run.descriptor(), streamOf(1), kSmallChunks));
  writeExits(first, 0, 5);
  writeExits(second, 6, 500);
  EXPECT_EQ(reader.poll(into(records)), 5U);
  EXPECT_EQ(reader.finish(into(records)), 494U);
  EXPECT_TRUE(reader.damage().empty());
  EXPECT_EQ(records[5].header().sequence, 6U);
}

TEST(Live, KilledProcessLosesNothing) {
  constexpr std::uint64_t kRecords = 20000;
  const TestRun run;
  const pid_t child = ::fork();
  if (child == 0) {
    StreamWriter writer;
    writer.open(run.descriptor(), streamOf(0), kSmallChunks);
    writeExits(writer, 0, kRecords);
    writer.reserve<Exit>();
    ::raise(SIGKILL);
  }
  Reader reader = openReader(run.path(), {.consume = true});
  std::vector<Copy> records;
  const Patience patience;
  while (records.size() < kRecords && reader.damage().empty() && patience.isLeft()) reader.poll(into(records));
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(reader.finish(into(records)), 0U);
  EXPECT_TRUE(reader.damage().empty());
  EXPECT_EQ((ReadResult{records, {}}.sequences()), upTo(kRecords));
  EXPECT_TRUE(run.chunks().empty());
}

TEST(Live, ForkedChildLeavesTheParentsChunkAlone) {
  const TestRun run;
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0)));
  writeExit(writer, 0);
  const pid_t child = ::fork();
  if (child == 0) {
    writer.abandon();
    writer.open(run.descriptor(), streamOf(0, 8));
    writeExits(writer, 0, 3);
    writer.close();
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  writeExit(writer, 1);
  writer.close();
  const ReadResult read = readAll(run.path());
  EXPECT_TRUE(read.damage.empty());
  EXPECT_EQ(read.records.size(), 5U);
}

TEST(Live, ChunkOfAnotherProcessIsNotReplaced) {
  const TestRun run;
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0)));
  writeExits(writer, 0, 3);
  writer.close();
  EXPECT_FALSE(writer.open(run.descriptor(), streamOf(0)));
  writeExits(writer, 0, 9);
  EXPECT_EQ(readAll(run.path()).sequences(), upTo(3));
}

}  // namespace
}  // namespace lockstep::trace
