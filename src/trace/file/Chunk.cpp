#include "trace/file/Chunk.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "mpi/Routine.h"

namespace lockstep::trace {
namespace {

class File {
 public:
  explicit File(const std::filesystem::path &path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0 || ::fstat(descriptor_, &status_) != 0) error_ = errno;
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  int descriptor() const { return descriptor_; }
  std::uint64_t size() const { return static_cast<std::uint64_t>(status_.st_size); }

  /// Why this cannot be a chunk file, whatever its content.
  std::optional<std::string> flaw() const {
    if (error_ != 0) return "cannot open: " + errorText(error_);
    if (!S_ISREG(status_.st_mode)) return "not a regular file";
    if (size() > kMaxChunkBytes) return fmt::format("{} bytes are more than a chunk can have", size());
    return std::nullopt;
  }

  /// 0 or an error number; `data` has the bytes that could be read.
  int readAll(std::vector<std::byte> &data) const {
    data.resize(size());
    std::size_t done = 0;
    int error = 0;
    while (done < data.size() && error == 0) {
      const ssize_t got = ::read(descriptor_, data.data() + done, data.size() - done);
      if (got > 0)
        done += static_cast<std::size_t>(got);
      else if (got == 0 || errno != EINTR)
        error = got == 0 ? EIO : errno;
    }
    data.resize(done);
    return error;
  }

 private:
  int descriptor_ = -1;
  int error_ = 0;
  struct stat status_ {};
};

std::string versionText(std::uint32_t version) {
  if (version > kVersion)
    return fmt::format("trace format {} is newer than this Lockstep reads ({}): use the Lockstep that recorded it",
                       version, kVersion);
  return fmt::format("trace format {} is older than this Lockstep reads ({}): record again", version, kVersion);
}

}  // namespace

std::string errorText(int error) { return std::generic_category().message(error); }

void Chunk::Release::operator()(const std::byte *data) const {
  auto *memory = const_cast<std::byte *>(data);
  if (mapped != 0)
    ::munmap(memory, mapped);
  else
    std::free(memory);
}

Damage Chunk::damageAt(std::uint64_t offset, std::string what) const {
  if (compressed_) what += " (offset in the decompressed chunk)";
  return {file_, offset, std::move(what)};
}

/// Through the file: the mapping is for reading only.
void Chunk::want() const {
  if (compressed_ || seal() != Seal::Open) return;
  const int file = ::open(file_.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  constexpr std::uint64_t kRaised = 1;
  [[maybe_unused]] const ssize_t written = ::pwrite(file, &kRaised, sizeof kRaised, offsetof(ChunkHeader, wanted));
  ::close(file);
}

tl::expected<Chunk, Damage> Chunk::open(const std::filesystem::path &file, const ChunkPlace &place) {
  Chunk chunk(file, place.compressed);
  if (auto damage = place.compressed ? chunk.decompress() : chunk.map()) return tl::unexpected(std::move(*damage));
  if (auto damage = chunk.checkHeader(place)) return tl::unexpected(std::move(*damage));
  return chunk;
}

std::optional<Damage> Chunk::map() {
  const File file(file_);
  if (auto flaw = file.flaw()) return Damage{file_, 0, std::move(*flaw)};
  if (file.size() < sizeof(ChunkHeader)) return Damage{file_, file.size(), "the file ends inside its header"};
  void *memory = ::mmap(nullptr, file.size(), PROT_READ, MAP_SHARED, file.descriptor(), 0);
  if (memory == MAP_FAILED) return Damage{file_, 0, "cannot map: " + errorText(errno)};
  bytes_ = file.size();
  data_ = {static_cast<const std::byte *>(memory), Release(bytes_)};
  return std::nullopt;
}

/// Decompresses block by block, so that the complete blocks of a truncated file are kept; but not if only the checksum
/// is wrong: then no byte can be trusted.
std::optional<Damage> Chunk::decompress() {
  const File file(file_);
  if (auto flaw = file.flaw()) return Damage{file_, 0, std::move(*flaw)};
  std::vector<std::byte> packed;
  if (const int error = file.readAll(packed)) return Damage{file_, packed.size(), "cannot read: " + errorText(error)};

  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR) return Damage{file_, 0, "not zstd data, or it ends in its first bytes"};
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size < sizeof(ChunkHeader) || size > kMaxChunkBytes)
    return Damage{file_, 0, "a chunk cannot have the decompressed size that the file states"};

  auto *memory = static_cast<std::byte *>(std::malloc(size));
  if (memory == nullptr) return Damage{file_, 0, "no memory to decompress it"};
  data_ = {memory, Release()};

  // Making one costs as much as decompressing a short chunk.
  static thread_local const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                                         ZSTD_freeDCtx);
  if (!context) return Damage{file_, 0, "no memory to decompress it"};
  ZSTD_DCtx_reset(context.get(), ZSTD_reset_session_only);
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  ZSTD_outBuffer out{memory, size, 0};
  std::size_t status = 1;
  while (status != 0 && !ZSTD_isError(status)) {
    const std::size_t inBefore = in.pos;
    const std::size_t outBefore = out.pos;
    status = ZSTD_decompressStream(context.get(), &out, &in);
    if (in.pos == inBefore && out.pos == outBefore) break;
  }
  bytes_ = out.pos;
  if (status == 0 && in.pos == in.size && bytes_ == size) return std::nullopt;

  const bool untrusted = ZSTD_isError(status) && ZSTD_getErrorCode(status) == ZSTD_error_checksum_wrong;
  const bool isCutOff = ZSTD_isError(status) == 0 && status != 0;
  std::string what = isCutOff ? "compressed data is cut off here" : "compressed data is damaged";
  if (ZSTD_isError(status)) what += std::string(": ") + ZSTD_getErrorName(status);
  if (!untrusted) what += fmt::format("; {} of {} bytes can be read", bytes_, size);
  Damage damage{file_, in.pos, std::move(what)};
  if (untrusted || bytes_ < sizeof(ChunkHeader)) return damage;
  damageAtEnd_ = std::move(damage);
  return std::nullopt;
}

std::optional<Damage> Chunk::checkHeader(const ChunkPlace &place) {
  const ChunkHeader &h = header();
  if (h.magic != kMagic) return damageAt(offsetof(ChunkHeader, magic), "not a chunk of a Lockstep trace");
  if (h.version != kVersion) return damageAt(offsetof(ChunkHeader, version), versionText(h.version));
  if (h.routineTable != mpi::tableFingerprint())
    return damageAt(offsetof(ChunkHeader, routineTable),
                    "recorded by another version of Lockstep: its numbers of MPI routines mean something else here");
  if (h.chunkBytes > kMaxChunkBytes || h.chunkBytes < bytes_)
    return damageAt(offsetof(ChunkHeader, chunkBytes),
                    fmt::format("the header says {} bytes, the file has {}", h.chunkBytes, bytes_));
  if (h.headerBytes < sizeof(ChunkHeader) || h.headerBytes % 8 != 0 || h.headerBytes > h.chunkBytes)
    return damageAt(offsetof(ChunkHeader, headerBytes), fmt::format("impossible header size {}", h.headerBytes));
  if (h.node != place.node || h.pid != place.pid || h.thread != place.thread || h.index != place.index)
    return damageAt(offsetof(ChunkHeader, node), "process, thread or index are not those of the file's name");
  if (seal() > Seal::Stopped) return damageAt(offsetof(ChunkHeader, sealed), "unknown seal");
  if (bytes_ < h.chunkBytes && !damageAtEnd_)
    damageAtEnd_ = damageAt(bytes_, fmt::format("the file ends here, its header says {} bytes", h.chunkBytes));
  return std::nullopt;
}

}  // namespace lockstep::trace
