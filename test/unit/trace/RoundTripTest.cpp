// What is written is what is read: every kind, many chunks, large records, several threads and processes.
#include <algorithm>
#include <atomic>
#include <thread>

#include "EveryKind.h"

namespace lockstep::trace {
namespace {

TEST(RoundTrip, EveryKindComesBack) {
  const TestRun run;
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0)));
  writeEveryKind(writer);
  writer.close();

  const ReadResult read = readAll(run.path());
  EXPECT_TRUE(read.damage.empty());
  ASSERT_EQ(read.sequences(), upTo(kLastKind));
  for (std::uint16_t kind = 1; kind <= kLastKind; ++kind)
    EXPECT_EQ(read.records[kind - 1U].header().kind, static_cast<Kind>(kind));

  EXPECT_STREQ(read.records[0].as<Process>().flavor, "mpich");
  EXPECT_EQ(path(read.records[1].as<Module>()), "/usr/bin/program");
  EXPECT_EQ(file(read.records[3].as<ResolvedSite>()), "main.c");
  EXPECT_EQ(function(read.records[3].as<ResolvedSite>()), "compute");
  EXPECT_EQ(sites(read.records[4].as<Stack>())[1], 2U);
  EXPECT_EQ(remoteRanges(read.records[5].as<Comm>())[0].stride, -1);
  EXPECT_EQ(blocks(read.records[7].as<Type>())[1].displacement, -16);
  EXPECT_EQ(arguments(read.records[9].as<Enter>()).back(), 100 + sampleRoutine().arity - 1);
  EXPECT_EQ(read.records[9].header().site, 1U);
}

TEST(RoundTrip, ManyChunks) {
  const TestRun run;
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0), kSmallChunks));
  writeExits(writer, 0, 5000);
  writer.close();

  EXPECT_EQ(run.chunks().size(), 5000 / ((4096 - sizeof(ChunkHeader)) / sizeof(Exit)) + 1);
  const ReadResult read = readAll(run.path());
  EXPECT_TRUE(read.damage.empty());
  EXPECT_EQ(read.sequences(), upTo(5000));
}

TEST(RoundTrip, LargestRecordGetsAChunkThatHoldsIt) {
  const TestRun run;
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0), kSmallChunks));
  constexpr std::size_t kValues = (kMaxRecordBytes - sizeof(Array)) / 8;
  auto *array = writer.reserve<Array>(kValues * 8);
  array->argument = 0;
  array->count = kValues;
  array->offset = 0;
  std::fill_n(reinterpret_cast<std::int64_t *>(array + 1), kValues, -3);
  writer.commit(0);
  writer.close();

  const ReadResult read = readAll(run.path());
  EXPECT_TRUE(read.damage.empty());
  ASSERT_EQ(read.records.size(), 1U);
  EXPECT_EQ(values(read.records[0].as<Array>()).back(), -3);
}

TEST(RoundTrip, UncommittedAndShrunkRecords) {
  const TestRun run;
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0)));
  writer.reserve<Array>(800);
  auto *group = writer.reserve<Group>(10 * sizeof(RankRange));
  group->id = 1;
  group->ranges = 1;
  group->more = 0;
  *reinterpret_cast<RankRange *>(group + 1) = {0, 1, 4};
  writer.shrink(sizeof(Group) + sizeof(RankRange));
  writer.commit(0);
  writer.reserve<Array>(800);
  writer.close();

  const ReadResult read = readAll(run.path());
  EXPECT_TRUE(read.damage.empty());
  ASSERT_EQ(read.records.size(), 1U);
  EXPECT_EQ(read.records[0].words.size(), (sizeof(Group) + sizeof(RankRange) + 7) / 8);
}

TEST(RoundTrip, ClosedWriterTakesRecordsNowhere) {
  const TestRun run;
  static constinit StreamWriter writer;
  writeExits(writer, 0, 100000);
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0)));
  writeExits(writer, 0, 10);
  writer.close();
  writeExits(writer, 10, 20);
  writer.close();
  EXPECT_EQ(readAll(run.path()).sequences(), upTo(10));
}

TEST(RoundTrip, ThreadsAreMergedBySequence) {
  const TestRun run;
  StreamWriter writers[3];
  for (std::uint32_t i = 0; i < 3; ++i) ASSERT_TRUE(writers[i].open(run.descriptor(), streamOf(i), kSmallChunks));
  for (std::uint64_t sequence = 0; sequence < 3000; ++sequence) writeExit(writers[sequence * sequence % 3], sequence);
  for (StreamWriter &writer : writers) writer.close();

  const ReadResult read = readAll(run.path());
  EXPECT_EQ(read.sequences(), upTo(3000));
  EXPECT_EQ(read.records[1].thread, 1U);
  EXPECT_EQ(read.records[3].thread, 0U);
}

TEST(RoundTrip, ConcurrentThreadsWhileTheyWrite) {
  constexpr std::uint64_t kRecords = 40000;
  const TestRun run;
  std::atomic<std::uint64_t> sequence{0};
  const auto work = [&](std::uint32_t thread) {
    StreamWriter writer;
    EXPECT_TRUE(writer.open(run.descriptor(), streamOf(thread), kSmallChunks));
    for (std::uint64_t i = 0; i < kRecords / 2; ++i) {
      writer.reserve<Exit>()->status = 0;
      writer.commit(sequence.fetch_add(1, std::memory_order_relaxed));
    }
    writer.close();
  };
  std::vector<std::uint64_t> numbers;
  const RecordSink sink = [&](const RecordView &view) { numbers.push_back(view.header->sequence); };
  Reader reader = openReader(run.path());
  std::thread first(work, 0);
  std::thread second(work, 1);
  const Patience patience;
  while (numbers.size() < kRecords && reader.damage().empty() && patience.isLeft()) reader.poll(sink);
  first.join();
  second.join();
  EXPECT_EQ(reader.finish(sink), 0U);
  EXPECT_TRUE(reader.damage().empty());
  EXPECT_EQ(numbers, upTo(kRecords));
}

TEST(RoundTrip, ProcessesTakeTurns) {
  constexpr std::uint64_t kRecords = 2000;
  const TestRun run;
  for (std::uint32_t pid = 1; pid <= 2; ++pid) {
    StreamWriter writer;
    ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0, pid)));
    for (std::uint64_t sequence = 0; sequence < kRecords; ++sequence) {
      auto *enter = start<Enter>(writer, sampleRoutine().arity * sizeof(std::int64_t));
      enter->routine = static_cast<std::uint16_t>(sampleRoutine().routine);
      enter->argumentCount = sampleRoutine().arity;
      enter->time = pid * 1'000'000 + sequence;
      writer.commit(sequence);
    }
    writer.close();
  }
  Reader reader = openReader(run.path());
  std::uint64_t count[3] = {};
  std::uint64_t apart = 0;
  reader.finish([&](const RecordView &view) {
    ++count[view.process.pid];
    apart = std::max(apart, count[1] > count[2] ? count[1] - count[2] : count[2] - count[1]);
  });
  EXPECT_EQ(count[1], kRecords);
  EXPECT_EQ(count[2], kRecords);
  EXPECT_LT(apart, kRecords / 2);
  EXPECT_EQ(reader.processes(), (std::vector<ProcessKey>{{kNode, 1}, {kNode, 2}}));
}

}  // namespace
}  // namespace lockstep::trace
