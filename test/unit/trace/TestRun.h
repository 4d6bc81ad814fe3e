// A run directory for tests, and helpers to write records to it and read them back.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "mpi/Routine.h"
#include "trace/Parts.h"
#include "trace/file/Meta.h"
#include "trace/file/Reader.h"
#include "trace/file/Writer.h"

namespace lockstep::trace {

namespace fs = std::filesystem;

inline constexpr std::uint64_t kNode = 0x0123456789abcdefULL;

inline StreamId streamOf(std::uint32_t thread, std::uint32_t pid = 7) {
  return {kNode, pid, thread, mpi::tableFingerprint()};
}

/// The smallest chunks there are.
inline constexpr WriterOptions kSmallChunks{.firstChunkBytes = 4096, .chunkBytes = 4096};

/// Lets a loop that waits for something end long after that should have come: then the test fails and does not hang.
class Patience {
 public:
  bool isLeft() const { return std::chrono::steady_clock::now() < end_; }

 private:
  std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::now() + std::chrono::minutes(1);
};

class TestDirectory {
 public:
  TestDirectory() {
    std::string name = fs::exists("/dev/shm") ? "/dev/shm/lockstep-test-XXXXXX" : "/tmp/lockstep-test-XXXXXX";
    path_ = ::mkdtemp(name.data());
    descriptor_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }
  TestDirectory(const TestDirectory &) = delete;
  TestDirectory &operator=(const TestDirectory &) = delete;
  ~TestDirectory() {
    ::close(descriptor_);
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  const fs::path &path() const { return path_; }
  int descriptor() const { return descriptor_; }

  std::vector<std::string> chunks() const {
    std::vector<std::string> names;
    for (const auto &entry : fs::directory_iterator(path_))
      if (entry.path().filename() != kMetaFile) names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  fs::path path_;
  int descriptor_ = -1;
};

class TestRun : public TestDirectory {
 public:
  TestRun() {
    const auto written = writeMeta(path(), Meta{.routineTable = mpi::tableFingerprint(), .tool = "0.1.0"});
    EXPECT_TRUE(written.has_value());
  }
};

/// A record as it came out of the reader, in memory of exactly its size: what reads beyond it is seen by ASan.
struct Copy {
  ProcessKey process;
  std::uint32_t thread = 0;
  std::vector<std::uint64_t> words;

  explicit Copy(const RecordView &view) : process(view.process), thread(view.thread), words(view.header->words) {
    std::memcpy(words.data(), view.header, words.size() * 8);
  }
  const RecordHeader &header() const { return *reinterpret_cast<const RecordHeader *>(words.data()); }
  template <class Record>
  const Record &as() const {
    return *reinterpret_cast<const Record *>(words.data());
  }
  friend bool operator==(const Copy &, const Copy &) = default;
};

struct ReadResult {
  std::vector<Copy> records;
  std::vector<Damage> damage;

  std::vector<std::uint64_t> sequences() const {
    std::vector<std::uint64_t> numbers;
    for (const Copy &record : records) numbers.push_back(record.header().sequence);
    return numbers;
  }
};

inline Reader openReader(const fs::path &directory, const ReaderOptions &options = {}) {
  auto reader = Reader::open(directory, options);
  if (!reader) {
    ADD_FAILURE() << reader.error().file << ": " << reader.error().what;
    std::abort();
  }
  return std::move(*reader);
}

inline RecordSink into(std::vector<Copy> &records) {
  return [&records](const RecordView &view) { records.emplace_back(view); };
}

inline ReadResult readAll(const fs::path &directory, const ReaderOptions &options = {}) {
  Reader reader = openReader(directory, options);
  ReadResult result;
  const std::size_t count = reader.finish(into(result.records));
  EXPECT_EQ(count, result.records.size());
  result.damage = reader.damage();
  return result;
}

/// A record that says nothing but its number.
inline void writeExit(StreamWriter &writer, std::uint64_t sequence) {
  auto *exit = writer.reserve<Exit>();
  exit->status = static_cast<std::int32_t>(sequence);
  exit->reserved = 0;
  exit->time = sequence;
  writer.commit(sequence);
}

inline void writeExits(StreamWriter &writer, std::uint64_t from, std::uint64_t to) {
  for (std::uint64_t sequence = from; sequence < to; ++sequence) writeExit(writer, sequence);
}

inline std::vector<std::uint64_t> upTo(std::uint64_t end) {
  std::vector<std::uint64_t> numbers(end);
  for (std::uint64_t i = 0; i < end; ++i) numbers[i] = i;
  return numbers;
}

inline std::vector<char> contentOf(const fs::path &file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void setContent(const fs::path &file, std::span<const char> content) {
  std::ofstream(file, std::ios::binary | std::ios::trunc)
      .write(content.data(), static_cast<std::streamsize>(content.size()));
}

}  // namespace lockstep::trace
