// libFuzzer target: the input is one chunk file, compressed if it begins like zstd data. Whatever it contains, the
// reader returns valid records, or reports what is wrong; it never crashes.
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "mpi/Routine.h"
#include "trace/AccessRuns.h"
#include "trace/Parts.h"
#include "trace/file/ChunkName.h"
#include "trace/file/Meta.h"
#include "trace/file/Reader.h"

namespace {

using namespace lockstep;
namespace fs = std::filesystem;

/// A run directory of this process's own.
class Directory {
 public:
  Directory() {
    std::string pattern = "/dev/shm/lockstep-fuzz-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) std::abort();
    path_ = pattern;
    const trace::Meta meta{.routineTable = mpi::tableFingerprint()};
    if (!trace::writeMeta(path_, meta)) std::abort();
  }
  ~Directory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Directory(const Directory &) = delete;
  Directory &operator=(const Directory &) = delete;

  const fs::path &path() const { return path_; }

 private:
  fs::path path_;
};

bool isCompressed(const std::uint8_t *data, std::size_t size) {
  constexpr std::uint8_t kMagic[] = {0x28, 0xb5, 0x2f, 0xfd};
  return size >= sizeof kMagic && std::memcmp(data, kMagic, sizeof kMagic) == 0;
}

/// The name that the header asks for, so that names are not what the fuzzer has to guess.
std::string nameFor(const std::uint8_t *data, std::size_t size) {
  trace::ChunkHeader header{};
  if (!isCompressed(data, size) && size >= sizeof header)
    std::memcpy(static_cast<void *>(&header), data, sizeof header);
  const trace::ChunkName name(header.node, header.pid, header.thread, 0);
  return name.text() + std::string(isCompressed(data, size) ? trace::kCompressedSuffix : "");
}

template <class Range>
std::uint64_t sum(const Range &range) {
  std::uint64_t total = 0;
  for (const auto &element : range) {
    unsigned char bytes[sizeof element];
    std::memcpy(bytes, &element, sizeof element);
    for (const unsigned char byte : bytes) total += byte;
  }
  return total;
}

/// Reads every byte that a record says it has.
std::uint64_t readParts(const trace::RecordView &record) {
  switch (record.header->kind) {
    case trace::Kind::Module:
      return sum(trace::path(record.as<trace::Module>()));
    case trace::Kind::ResolvedSite:
      return sum(trace::file(record.as<trace::ResolvedSite>())) +
             sum(trace::function(record.as<trace::ResolvedSite>()));
    case trace::Kind::Stack:
      return sum(trace::sites(record.as<trace::Stack>()));
    case trace::Kind::Comm:
      return sum(trace::localRanges(record.as<trace::Comm>())) + sum(trace::remoteRanges(record.as<trace::Comm>()));
    case trace::Kind::Group:
      return sum(trace::ranges(record.as<trace::Group>()));
    case trace::Kind::Neighbors:
      return sum(trace::sources(record.as<trace::Neighbors>())) +
             sum(trace::destinations(record.as<trace::Neighbors>()));
    case trace::Kind::Type:
      return sum(trace::blocks(record.as<trace::Type>()));
    case trace::Kind::Array:
      return sum(trace::values(record.as<trace::Array>()));
    case trace::Kind::Enter:
      return sum(trace::arguments(record.as<trace::Enter>())) +
             mpi::info(static_cast<mpi::Routine>(record.as<trace::Enter>().routine)).arity;
    case trace::Kind::Leave:
      return sum(trace::results(record.as<trace::Leave>()));
    case trace::Kind::AccessBits: {
      std::uint64_t total = 0;
      trace::forEachAccess(record.as<trace::AccessBits>(), [&](const trace::Access &one) { total += one.address; });
      return total;
    }
    default:
      return record.header->sequence;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const Directory directory;
  const fs::path file = directory.path() / nameFor(data, size);
  std::ofstream(file, std::ios::binary).write(reinterpret_cast<const char *>(data), static_cast<std::streamsize>(size));
  static volatile std::uint64_t total = 0;
  if (auto reader = trace::Reader::open(directory.path(), {}))
    reader->finish([](const trace::RecordView &record) { total = total + readParts(record); });
  std::error_code ignored;
  fs::remove(file, ignored);
  return 0;
}
