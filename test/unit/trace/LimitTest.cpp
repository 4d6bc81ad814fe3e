// A limit keeps the newest chunks of a process and all definitions, whoever compresses them; sizes have suffixes; a
// record cannot change without the version.
#include "TestRun.h"
#include "trace/file/Pack.h"
#include "trace/file/Ring.h"
#include "trace/file/Size.h"

namespace lockstep::trace {
namespace {

TEST(Size, IsReadAsPeopleWriteIt) {
  EXPECT_EQ(parseSize("4096"), 4096U);
  EXPECT_EQ(parseSize("512K"), 512U << 10);
  EXPECT_EQ(parseSize("64m"), 64U << 20);
  EXPECT_EQ(parseSize("2G"), std::uint64_t{2} << 30);
  for (const char *text : {"", "K", "-1", "1.5M", "64MB", "64 M", "1X", "0x10", "99999999999T", "99999999999999999999"})
    EXPECT_EQ(parseSize(text), std::nullopt) << text;
}

fs::path keptName(const ChunkName &name) { return std::string(name.text()) + std::string(kCompressedSuffix); }

/// Writes exits until the stream has this many chunks, and closes it.
void writeChunks(StreamWriter &writer, const TestRun &run, std::uint32_t chunks, std::uint64_t &sequence) {
  const auto stream = streamOf(0);
  const ChunkName last(stream.node, stream.pid, stream.thread, chunks - 1);
  const Patience patience;
  while (!fs::exists(run.path() / last.text()) && patience.isLeft()) writeExit(writer, sequence++);
  writer.close();
}

TEST(Limit, AWriterThatPacksDropsItsOldestChunks) {
  const TestRun run;
  Ring ring(1);
  WriterOptions options = kSmallChunks;
  options.pack = packChunk;
  options.ring = &ring;
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0), options));
  std::uint64_t sequence = 0;
  writeChunks(writer, run, 5, sequence);
  const auto stream = streamOf(0);
  for (std::uint32_t index = 0; index < 5; ++index) {
    const ChunkName name(stream.node, stream.pid, stream.thread, index);
    EXPECT_EQ(fs::exists(run.path() / keptName(name)), index == 4) << index;
    EXPECT_FALSE(fs::exists(run.path() / name.text())) << "not compressed: " << index;
  }
}

TEST(Limit, AReaderOfATraceWithoutOneMissesTheBeginning) {
  for (const std::uint64_t limit : {0U, 1U}) {
    const TestRun run;
    ASSERT_TRUE(writeMeta(run.path(), Meta{.routineTable = mpi::tableFingerprint(), .limit = limit}));
    Ring ring(1);
    WriterOptions options = kSmallChunks;
    options.pack = packChunk;
    options.ring = &ring;
    StreamWriter writer;
    ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0), options));
    std::uint64_t sequence = 0;
    writeChunks(writer, run, 3, sequence);
    Reader reader = openReader(run.path(), {});
    std::vector<Copy> records;
    reader.finish(into(records));
    EXPECT_EQ(reader.beginsLate(), limit != 0);
    EXPECT_EQ(reader.damage().empty(), limit != 0);
    EXPECT_EQ(records.empty(), limit == 0);
  }
}

/// A process of which one chunk of one record, compressed, is kept, or somewhat more.
struct LimitedRun : TestRun {
  explicit LimitedRun(std::uint64_t limit) : ring(limit) {
    EXPECT_TRUE(writeMeta(path(), Meta{.routineTable = mpi::tableFingerprint(), .limit = limit}).has_value());
    options.pack = packChunk;
    options.ring = &ring;
  }
  /// Writes the records from..to-1 on a thread of its own, which ends then.
  void writeThread(std::uint32_t thread, std::uint64_t from, std::uint64_t to) {
    StreamWriter writer;
    ASSERT_TRUE(writer.open(descriptor(), streamOf(thread), options));
    writeExits(writer, from, to);
    writer.close();
  }
  Ring ring;
  WriterOptions options = kSmallChunks;
};

TEST(Limit, HoldsForThreadsThatHaveEnded) {
  LimitedRun run(1);
  for (std::uint32_t thread = 0; thread < 300; ++thread) run.writeThread(thread, thread, thread + 1);
  const auto stream = streamOf(299);
  const ChunkName last(stream.node, stream.pid, stream.thread, 0);
  EXPECT_EQ(run.chunks(), (std::vector<std::string>{keptName(last), BeginningName(kNode, stream.pid).text()}));
}

TEST(Limit, NothingIsHandedOutFromBeforeTheNewestThatWasDropped) {
  LimitedRun run(1);
  StreamWriter slow;
  ASSERT_TRUE(slow.open(run.descriptor(), streamOf(0), run.options));
  writeExits(slow, 0, 10);
  run.writeThread(1, 10, 20);
  run.writeThread(2, 20, 30);  // the chunk of the one before is dropped
  writeExits(slow, 30, 35);
  Reader reader = openReader(run.path(), {});
  ReadResult read;
  reader.finish(into(read.records));
  EXPECT_TRUE(reader.beginsLate());
  EXPECT_TRUE(reader.damage().empty());
  EXPECT_EQ(read.sequences(), (std::vector<std::uint64_t>{20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34}));
}

TEST(Limit, DefinitionsAreHandedOutFromTheFirst) {
  LimitedRun run(1);
  StreamWriter definitions;
  ASSERT_TRUE(definitions.open(run.descriptor(), streamOf(kDefinitionsBit), kSmallChunks));
  writeExits(definitions, 0, 2);
  definitions.close();
  run.writeThread(0, 2, 4);
  run.writeThread(1, 4, 6);
  EXPECT_EQ(readAll(run.path()).sequences(), (std::vector<std::uint64_t>{0, 1, 4, 5}));
}

TEST(Limit, DefinitionsCannotBeginLate) {
  LimitedRun run(1);
  StreamWriter definitions;
  ASSERT_TRUE(definitions.open(run.descriptor(), streamOf(kDefinitionsBit), kSmallChunks));
  writeExits(definitions, 0, 300);
  definitions.close();
  run.writeThread(0, 300, 302);
  run.writeThread(1, 302, 304);
  fs::remove(run.path() / ChunkName(kNode, 7, kDefinitionsBit, 0).text());
  EXPECT_EQ(readAll(run.path()).damage.size(), 1U);
}

TEST(Limit, ABeginningThatIsNoNumberIsDamage) {
  LimitedRun run(1);
  run.writeThread(0, 0, 2);
  std::ofstream(run.path() / BeginningName(kNode, 7).text()) << "soon";
  EXPECT_EQ(readAll(run.path()).damage.size(), 1U);
}

TEST(Limit, AChunkWhoseSizeIsUnknownDoesNotUpsetTheSum) {
  LimitedRun run(1U << 20);
  run.options.pack = [](int, const ChunkName &) { return std::uint64_t{0}; };
  for (std::uint32_t thread = 0; thread < 3; ++thread) run.writeThread(thread, thread, thread + 1);
  run.options.pack = [](int, const ChunkName &) { return std::uint64_t{1} << 20; };
  run.writeThread(3, 3, 4);
  EXPECT_EQ(readAll(run.path()).sequences(), upTo(4));
  run.writeThread(4, 4, 5);
  EXPECT_EQ(readAll(run.path()).sequences(), (std::vector<std::uint64_t>{4}));
  run.writeThread(5, 5, 6);
  EXPECT_EQ(readAll(run.path()).sequences(), (std::vector<std::uint64_t>{5}));
}

TEST(Limit, ProgressCountsWhatIsThere) {
  LimitedRun run(1);
  std::uint64_t sequence = 0;
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0), run.options));
  for (; !fs::exists(run.path() / ChunkName(kNode, 7, 0, 40).text()); ++sequence) writeExit(writer, sequence);
  Reader reader = openReader(run.path(), {});
  double first = 1;
  reader.finish([&](const RecordView &) { first = std::min(first, reader.progress()); });
  EXPECT_LT(first, 0.1);
  EXPECT_EQ(reader.progress(), 1);
}

/// Of a live run: the reader keeps the newest.
TEST(Limit, AReaderThatKeepsDropsTheOldestOfAllThreads) {
  const TestRun run;
  const TestDirectory kept;
  ASSERT_TRUE(writeMeta(run.path(), Meta{.routineTable = mpi::tableFingerprint(), .limit = 1}));
  StreamWriter slow;
  ASSERT_TRUE(slow.open(run.descriptor(), streamOf(0), kSmallChunks));
  writeExits(slow, 0, 10);
  for (const std::uint32_t thread : {1U, 2U}) {
    StreamWriter writer;
    ASSERT_TRUE(writer.open(run.descriptor(), streamOf(thread), kSmallChunks));
    writeExits(writer, thread * 10, thread * 10 + 10);
    writer.close();
  }
  writeExits(slow, 30, 35);
  slow.close();
  EXPECT_EQ(readAll(run.path(), {.keepIn = kept.path()}).sequences(), upTo(35));
  EXPECT_EQ(readAll(kept.path()).sequences(), (std::vector<std::uint64_t>{30, 31, 32, 33, 34}));
}

TEST(Limit, AChunkThatIsKeptLateLeavesNoHole) {
  const TestRun run;
  const TestDirectory kept;
  ASSERT_TRUE(writeMeta(run.path(), Meta{.routineTable = mpi::tableFingerprint(), .limit = 1}));
  Reader reader = openReader(run.path(), {.keepIn = kept.path()});
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0), kSmallChunks));
  writeExits(writer, 0, 1000);
  writer.close();
  const fs::path obstacle = kept.path() / keptName(ChunkName(kNode, 7, 0, 2));
  fs::create_directories(obstacle / "in-the-way");
  std::vector<Copy> records;
  EXPECT_EQ(reader.poll(into(records)), 1000U);
  fs::remove_all(obstacle);
  reader.finish(into(records));
  const ReadResult later = readAll(kept.path());
  EXPECT_TRUE(later.damage.empty());
  ASSERT_FALSE(later.records.empty());
  EXPECT_EQ(later.sequences().back(), 999U);
}

/// Whoever changes a record changes kVersion, and then this.
TEST(Version, StandsForTheLayoutOfTheRecords) {
  std::uint64_t layout = 0;
#define RECORD(name, number) layout = layout * 1099511628211ULL + number * 1000 + sizeof(name);
#include "trace/Records.def"
  EXPECT_EQ(kVersion, 4U);
  EXPECT_EQ(layout, 4915820938662463376ULL) << "records have changed: raise kVersion";
}

}  // namespace
}  // namespace lockstep::trace
