// A limit keeps the newest chunks of a process and all definitions, whoever compresses them; a size is read as people
// write it; a record cannot change without the version.
#include "TestRun.h"
#include "trace/Pack.h"
#include "trace/Size.h"

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
  while (!fs::exists(run.path() / last.text())) writeExit(writer, sequence++);
  writer.close();
}

TEST(Limit, AWriterThatPacksDropsItsOldestChunks) {
  const TestRun run;
  Ring ring{.limit = 1};
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
    Ring ring{.limit = 1};
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

/// Whoever changes a record changes kVersion, and then this.
TEST(Version, StandsForTheLayoutOfTheRecords) {
  std::uint64_t layout = 0;
#define RECORD(name, number) layout = layout * 1099511628211ULL + number * 1000 + sizeof(name);
#include "trace/Records.def"
  EXPECT_EQ(kVersion, 2U);
  EXPECT_EQ(layout, 4949730394077037456ULL) << "records have changed: raise kVersion";
}

}  // namespace
}  // namespace lockstep::trace
