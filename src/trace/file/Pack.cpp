#define ZSTD_STATIC_LINKING_ONLY  // for a context in memory of our own
#include "trace/file/Pack.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>

#include "trace/file/Pieces.h"

namespace lockstep::trace {
namespace {

constexpr int kLevel = 1;  // the program waits for it

class Mapping {
 public:
  Mapping(std::size_t bytes, int file) : bytes_(bytes) {
    const int flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED;
    const int protection = file < 0 ? PROT_READ | PROT_WRITE : PROT_READ;
    void *memory = bytes != 0 ? ::mmap(nullptr, bytes, protection, flags, file, 0) : MAP_FAILED;
    if (memory != MAP_FAILED) data_ = static_cast<std::byte *>(memory);
  }
  ~Mapping() {
    if (data_ != nullptr) ::munmap(data_, bytes_);
  }
  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;

  std::byte *data() const { return data_; }
  std::size_t size() const { return bytes_; }

 private:
  std::byte *data_ = nullptr;
  std::size_t bytes_;
};

class File {
 public:
  File(int directory, const char *name, int flags) : descriptor_(::openat(directory, name, flags | O_CLOEXEC, 0644)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  int descriptor() const { return descriptor_; }
  std::size_t size() const {
    struct stat status {};
    return descriptor_ >= 0 && ::fstat(descriptor_, &status) == 0 ? static_cast<std::size_t>(status.st_size) : 0;
  }
  bool write(const std::byte *data, std::size_t bytes) const {
    while (descriptor_ >= 0 && bytes > 0) {
      const ssize_t written = ::write(descriptor_, data, bytes);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      data += written;
      bytes -= static_cast<std::size_t>(written);
    }
    return descriptor_ >= 0;
  }

 private:
  int descriptor_;
};

/// The compressed bytes at the beginning of `to`; 0 if out of memory.
std::size_t compress(const Mapping &from, const Mapping &to) {
  const Mapping workspace(ZSTD_estimateCCtxSize(kLevel), -1);
  if (from.data() == nullptr || to.data() == nullptr || workspace.data() == nullptr) return 0;
  ZSTD_CCtx *context = ZSTD_initStaticCCtx(workspace.data(), workspace.size());
  if (context == nullptr) return 0;
  return compressInPieces(context, kLevel, {from.data(), from.size()}, {to.data(), to.size()});
}

struct PackedName {
  explicit PackedName(const char *name) {
    char *end = ::stpcpy(text, name);
    kCompressedSuffix.copy(end, kCompressedSuffix.size());
  }
  char text[80] = {};
};

}  // namespace

std::uint64_t packChunk(int directory, const ChunkName &name) {
  const File raw(directory, name.text(), O_RDONLY);
  const Mapping chunk(raw.size(), raw.descriptor());
  const Mapping packed(ZSTD_compressBound(chunk.size()), -1);
  const std::size_t bytes = compress(chunk, packed);
  if (bytes == 0) return raw.size();

  const PackedName temporary(name.temporary());
  const PackedName packedName(name.text());
  const bool isWritten = File(directory, temporary.text, O_CREAT | O_TRUNC | O_WRONLY).write(packed.data(), bytes);
  if (!isWritten || ::renameat(directory, temporary.text, directory, packedName.text) != 0) {
    ::unlinkat(directory, temporary.text, 0);
    return raw.size();
  }
  ::unlinkat(directory, name.text(), 0);
  return bytes;
}

}  // namespace lockstep::trace
