// What becomes of chunks that have been read.
#include "EveryKind.h"

namespace lockstep::trace {
namespace {

void record(const TestRun &run, std::uint64_t records) {
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0), kSmallChunks));
  writeExits(writer, 0, records);
  writer.close();
}

TEST(Keep, ChunksStayByDefault) {
  const TestRun run;
  record(run, 1000);
  const auto before = run.chunks();
  readAll(run.path());
  EXPECT_EQ(run.chunks(), before);
}

TEST(Keep, ConsumedChunksAreDeletedOnceSealedAndRead) {
  const TestRun run;
  Reader reader = openReader(run.path(), {.consume = true});
  std::vector<Copy> records;
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0), kSmallChunks));
  writeExits(writer, 0, 300);
  EXPECT_EQ(run.chunks().size(), 3U);
  EXPECT_EQ(reader.poll(into(records)), 300U);
  EXPECT_EQ(run.chunks().size(), 1U) << "the open chunk alone";
  writer.close();
  reader.poll(into(records));
  EXPECT_TRUE(run.chunks().empty());
}

TEST(Keep, ChunkWithAWaitingRecordIsNotDeleted) {
  const TestRun run;
  Reader reader = openReader(run.path(), {.consume = true});
  std::vector<Copy> records;
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(1), kSmallChunks));
  writeExits(writer, 1, 10);
  writer.close();
  EXPECT_EQ(reader.poll(into(records)), 0U);
  EXPECT_EQ(run.chunks().size(), 1U);
  StreamWriter late;
  ASSERT_TRUE(late.open(run.descriptor(), streamOf(0), kSmallChunks));
  writeExit(late, 0);
  late.close();
  EXPECT_EQ(reader.poll(into(records)), 10U);
  EXPECT_TRUE(run.chunks().empty());
}

TEST(Keep, KeptTraceIsARunDirectoryWithTheSameRecords) {
  const TestRun run;
  const TestDirectory place;
  const fs::path kept = place.path() / "deep" / "trace";
  record(run, 1000);
  const ReadResult live = readAll(run.path(), {.keepIn = kept});
  EXPECT_TRUE(live.damage.empty());
  EXPECT_TRUE(run.chunks().empty());

  const ReadResult later = readAll(kept);
  EXPECT_TRUE(later.damage.empty());
  EXPECT_EQ(later.records, live.records);
  for (const auto &entry : fs::directory_iterator(kept))
    EXPECT_TRUE(entry.path().filename() == kMetaFile || entry.path().extension() == ".zst") << entry.path();
}

TEST(Keep, CanCompressInPlace) {
  const TestRun run;
  record(run, 1000);
  const ReadResult live = readAll(run.path(), {.keepIn = run.path()});
  EXPECT_EQ(readAll(run.path()).records, live.records);
}

TEST(Keep, DoesNotMixTraces) {
  const TestRun run;
  const TestRun other;
  record(other, 10);
  const auto reader = Reader::open(run.path(), {.keepIn = other.path()});
  ASSERT_FALSE(reader.has_value());
  EXPECT_NE(reader.error().what.find("holds a trace already"), std::string::npos);
}

TEST(Keep, WhatCannotBeKeptStaysAndIsKeptLater) {
  const TestRun run;
  const TestDirectory place;
  const fs::path kept = place.path() / "trace";
  Reader reader = openReader(run.path(), {.keepIn = kept});
  std::vector<Copy> records;
  record(run, 300);

  const auto chunks = run.chunks();
  for (const std::string &chunk : chunks) fs::create_directories(kept / (chunk + ".zst") / "in-the-way");
  EXPECT_EQ(reader.poll(into(records)), 300U);
  EXPECT_EQ(run.chunks(), chunks);
  EXPECT_EQ(reader.damage().size(), 1U) << "said once";

  for (const std::string &chunk : chunks) fs::remove_all(kept / (chunk + ".zst"));
  reader.finish(into(records));
  EXPECT_TRUE(run.chunks().empty());
  EXPECT_EQ(readAll(kept).sequences(), upTo(300));
}

}  // namespace
}  // namespace lockstep::trace
