// Damaged traces: whatever is truncated or flipped, nothing crashes, returned records are valid, and records before the
// damage are returned.
#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "EveryKind.h"

namespace lockstep::trace {
namespace {

const std::string kFirst = "0123456789abcdef-7-0-0.chunk";

/// A trace of one chunk with every kind of record.
class Damaged : public testing::Test {
 protected:
  void SetUp() override {
    StreamWriter writer;
    ASSERT_TRUE(writer.open(run_.descriptor(), streamOf(0), kSmallChunks));
    writeEveryKind(writer);
    writer.close();
    ASSERT_EQ(run_.chunks(), std::vector<std::string>{kFirst});
    whole_ = contentOf(run_.path() / kFirst);
    original_ = readAll(run_.path());
    ASSERT_EQ(original_.records.size(), kLastKind);
    ASSERT_TRUE(original_.damage.empty());
  }

  /// Reads the trace with another content of its chunk, and looks at all that comes.
  ReadResult readWith(std::span<const char> content, const std::string &name = kFirst) {
    setContent(run_.path() / name, content);
    ReadResult result = readAll(run_.path());
    for (const Copy &record : result.records) touched_ += touch(record);
    for (const Damage &damage : result.damage) {
      EXPECT_EQ(damage.file.filename(), name);
      EXPECT_LE(damage.offset, std::max(content.size(), whole_.size()));
      EXPECT_FALSE(damage.what.empty());
    }
    return result;
  }

  /// What is said of the chunk when the header has `value` at `offset`.
  template <class Value>
  std::string flawWith(std::size_t offset, Value value) {
    std::vector<char> content = whole_;
    std::memcpy(content.data() + offset, &value, sizeof value);
    const ReadResult result = readWith(content);
    EXPECT_EQ(result.damage.size(), 1U);
    if (result.damage.empty()) return {};
    EXPECT_EQ(result.damage[0].offset, offset);
    return result.damage[0].what;
  }

  bool isPrefix(const ReadResult &result) const {
    return result.records.size() <= original_.records.size() &&
           std::equal(result.records.begin(), result.records.end(), original_.records.begin());
  }

  void keepCompressed() {
    readAll(run_.path(), {.keepIn = run_.path()});
    whole_ = contentOf(run_.path() / (kFirst + ".zst"));
    ASSERT_FALSE(whole_.empty());
  }

  TestRun run_;
  std::vector<char> whole_;
  ReadResult original_;
  std::uint64_t touched_ = 0;
};

TEST_F(Damaged, CutAtEveryByte) {
  std::size_t most = 0;
  for (std::size_t size = 0; size < whole_.size(); ++size) {
    const ReadResult result = readWith(std::span(whole_).first(size));
    ASSERT_EQ(result.damage.size(), 1U) << "cut at " << size;
    ASSERT_TRUE(isPrefix(result)) << "cut at " << size;
    ASSERT_GE(result.records.size(), most) << "cut at " << size;
    most = result.records.size();
  }
  EXPECT_EQ(most, original_.records.size());
}

/// Numbers inside a record may be flipped without being noticed, as long as they index nothing.
TEST_F(Damaged, EveryBitFlipped) {
  const auto committed = static_cast<std::size_t>(
      *reinterpret_cast<const std::uint64_t *>(whole_.data() + offsetof(ChunkHeader, committed)));
  std::size_t noticed = 0;
  for (std::size_t byte = 0; byte < committed; ++byte)
    for (int bit = 0; bit < 8; ++bit) {
      std::vector<char> content = whole_;
      content[byte] = static_cast<char>(content[byte] ^ (1 << bit));
      const ReadResult result = readWith(content);
      ASSERT_LE(result.records.size(), original_.records.size()) << "bit " << bit << " of byte " << byte;
      noticed += !result.damage.empty() || result.records != original_.records;
    }
  EXPECT_GT(noticed, committed) << "of all flips";
}

TEST_F(Damaged, CompressedCutAtEveryByte) {
  keepCompressed();
  for (std::size_t size = 0; size < whole_.size(); ++size) {
    const ReadResult result = readWith(std::span(whole_).first(size), kFirst + ".zst");
    ASSERT_EQ(result.damage.size(), 1U) << "cut at " << size;
    ASSERT_TRUE(isPrefix(result)) << "cut at " << size;
  }
}

/// Not only that of the blocks of 128 KiB that zstd makes by itself: so much has a thread's first chunk.
TEST(CutOff, WhatIsBeforeTheCutIsUsed) {
  TestRun run;
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0)));
  for (std::uint64_t sequence = 0; sequence < 4000; ++sequence) {
    auto *record = writer.reserve<Freed>();
    record->address = sequence * sequence * 7919;
    record->bytes = sequence;
    writer.commit(sequence);
  }
  writer.close();
  readAll(run.path(), {.keepIn = run.path()});
  const std::vector<char> whole = contentOf(run.path() / (kFirst + ".zst"));
  setContent(run.path() / (kFirst + ".zst"), std::span(whole).first(whole.size() * 3 / 4));
  const ReadResult result = readAll(run.path());
  EXPECT_GT(result.records.size(), 1000U);
  EXPECT_LT(result.records.size(), 4000U);
  ASSERT_EQ(result.damage.size(), 1U);
  EXPECT_NE(result.damage[0].what.find("compressed data is cut off here"), std::string::npos) << result.damage[0].what;
}

TEST_F(Damaged, CompressedEveryBitFlipped) {
  keepCompressed();
  for (std::size_t byte = 0; byte < whole_.size(); ++byte)
    for (int bit = 0; bit < 8; ++bit) {
      std::vector<char> content = whole_;
      content[byte] = static_cast<char>(content[byte] ^ (1 << bit));
      const ReadResult result = readWith(content, kFirst + ".zst");
      const bool harmless = result.damage.empty() && result.records == original_.records;
      ASSERT_TRUE(harmless || result.damage.size() == 1U) << "bit " << bit << " of byte " << byte;
    }
}

TEST_F(Damaged, HeaderSaysWhatIsWrong) {
  EXPECT_EQ(flawWith(offsetof(ChunkHeader, magic), std::uint64_t{1}), "not a chunk of a Lockstep trace");
  EXPECT_EQ(flawWith(offsetof(ChunkHeader, version), kVersion + 1),
            fmt::format("trace format {} is newer than this Lockstep reads ({}): use the Lockstep that recorded it",
                        kVersion + 1, kVersion));
  EXPECT_EQ(
      flawWith(offsetof(ChunkHeader, version), kVersion - 1),
      fmt::format("trace format {} is older than this Lockstep reads ({}): record again", kVersion - 1, kVersion));
  EXPECT_NE(flawWith(offsetof(ChunkHeader, routineTable), ~mpi::tableFingerprint()).find("another version of Lockstep"),
            std::string::npos);
  EXPECT_EQ(flawWith(offsetof(ChunkHeader, chunkBytes), 2048U), "the header says 2048 bytes, the file has 4096");
  EXPECT_EQ(flawWith(offsetof(ChunkHeader, headerBytes), 63U), "impossible header size 63");
  EXPECT_EQ(flawWith(offsetof(ChunkHeader, sealed), 17U), "unknown seal");
  EXPECT_EQ(flawWith(offsetof(ChunkHeader, committed), std::uint64_t{8}), "impossible committed size 8");
  EXPECT_EQ(flawWith(offsetof(ChunkHeader, committed), std::uint64_t{1} << 40),
            "impossible committed size 1099511627776");
}

TEST_F(Damaged, RecordSaysWhatIsWrong) {
  std::vector<char> content = whole_;
  reinterpret_cast<RecordHeader *>(content.data() + sizeof(ChunkHeader))->words = 2;
  const ReadResult result = readWith(content);
  ASSERT_EQ(result.damage.size(), 1U);
  EXPECT_EQ(result.damage[0].what, "Process record: it is too short");
  EXPECT_EQ(result.damage[0].offset, sizeof(ChunkHeader));
}

TEST_F(Damaged, DamageOfOneThreadEndsOnlyItsStream) {
  StreamWriter other;
  ASSERT_TRUE(other.open(run_.descriptor(), streamOf(1)));
  writeExits(other, kLastKind, kLastKind + 10);
  other.close();
  const ReadResult result = readAll(run_.path());
  ASSERT_EQ(result.records.size(), kLastKind + 10U);
  setContent(run_.path() / kFirst, std::span(whole_).first(sizeof(ChunkHeader) + sizeof(Process) + 8));
  const ReadResult damaged = readAll(run_.path());
  EXPECT_EQ(damaged.damage.size(), 1U);
  EXPECT_EQ(damaged.records.size(), 1U + 10U);
}

TEST_F(Damaged, RenamedAndForeignFiles) {
  const auto copyAs = [&](const std::string &name) { setContent(run_.path() / name, whole_); };
  copyAs("notes.txt");
  copyAs(".0123456789abcdef-7-0-1.chunk");
  copyAs("0123456789abcdef-7-0.chunk");
  EXPECT_TRUE(readAll(run_.path()).damage.empty()) << "other files are none of the reader's business";

  copyAs("0123456789abcdef-8-0-0.chunk");
  const ReadResult result = readAll(run_.path());
  ASSERT_EQ(result.damage.size(), 1U);
  EXPECT_EQ(result.damage[0].what, "process, thread or index are not those of the file's name");
  EXPECT_EQ(result.records.size(), original_.records.size());
}

TEST_F(Damaged, UsedSequenceNumber) {
  StreamWriter other;
  ASSERT_TRUE(other.open(run_.descriptor(), streamOf(1)));
  writeExit(other, 4);
  other.close();
  const ReadResult result = readAll(run_.path());
  ASSERT_EQ(result.damage.size(), 1U);
  EXPECT_EQ(result.damage[0].what.substr(result.damage[0].what.find(':')),
            ": another thread has used its sequence number");
}

TEST(Damage, MissingChunk) {
  const TestRun run;
  StreamWriter writer;
  ASSERT_TRUE(writer.open(run.descriptor(), streamOf(0), kSmallChunks));
  writeExits(writer, 0, 500);
  writer.close();
  fs::remove(run.path() / "0123456789abcdef-7-0-1.chunk");
  const ReadResult result = readAll(run.path());
  ASSERT_EQ(result.damage.size(), 1U);
  EXPECT_EQ(result.damage[0].what, "the chunk before it is missing (number 1)");
  EXPECT_EQ(result.records.size(), (4096 - sizeof(ChunkHeader)) / sizeof(Exit));
}

TEST(Damage, DamagedChunkIsNotConsumed) {
  const TestRun run;
  setContent(run.path() / kFirst, std::vector<char>(4096));
  const ReadResult result = readAll(run.path(), {.consume = true});
  EXPECT_EQ(result.damage.size(), 1U);
  EXPECT_EQ(run.chunks().size(), 1U);
}

}  // namespace
}  // namespace lockstep::trace
