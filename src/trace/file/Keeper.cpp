#include "trace/file/Keeper.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "trace/file/Meta.h"
#include "trace/file/Pieces.h"

namespace lockstep::trace {
namespace {

namespace fs = std::filesystem;

constexpr int kLevel = 3;

bool holdsChunks(const fs::path &directory) {
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error))
    if (parseChunkName(entry->path().filename().native())) return true;
  return false;
}

/// 0 or an error number.
int writeFile(const fs::path &file, std::span<const std::byte> bytes) {
  errno = 0;
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (out) return 0;
  return errno != 0 ? errno : EIO;
}

std::vector<std::byte> readFile(const fs::path &file) {
  std::ifstream in(file, std::ios::binary);
  std::vector<std::byte> bytes;
  std::transform(std::istreambuf_iterator<char>(in), {}, std::back_inserter(bytes),
                 [](char c) { return static_cast<std::byte>(c); });
  return bytes;
}

}  // namespace

Keeper::Keeper(bool consume, fs::path keepIn, std::uint64_t limit)
    : consume_(consume), keepIn_(std::move(keepIn)), context_(nullptr, ZSTD_freeCCtx), limit_(limit) {}

Keeper::~Keeper() = default;

std::optional<Damage> Keeper::prepare(const fs::path &directory) {
  if (keepIn_.empty()) return std::nullopt;
  std::error_code error;
  fs::create_directories(keepIn_, error);
  if (error) return Damage{keepIn_, 0, "cannot make it to keep the trace in: " + error.message()};
  if (fs::equivalent(directory, keepIn_, error)) return std::nullopt;
  if (holdsChunks(keepIn_)) return Damage{keepIn_, 0, "holds a trace already: remove it or choose another directory"};
  fs::copy_file(directory / kMetaFile, keepIn_ / kMetaFile, fs::copy_options::overwrite_existing, error);
  if (error) return Damage{keepIn_ / kMetaFile, 0, "cannot write: " + error.message()};
  return std::nullopt;
}

void Keeper::dispose(const Chunk &chunk, std::uint64_t last, bool damaged) {
  if (chunk.isCompressed()) return;
  if (!keepIn_.empty()) {
    if (Unkept unkept{chunk.file(), last}; !keep(unkept, chunk.bytes())) unkept_.push_back(std::move(unkept));
    return;
  }
  std::error_code ignored;
  if (consume_ && !damaged) fs::remove(chunk.file(), ignored);
}

void Keeper::retry() {
  std::erase_if(unkept_, [&](const Unkept &chunk) { return keep(chunk, readFile(chunk.file)); });
}

std::optional<Damage> Keeper::takeDamage() { return std::exchange(damage_, std::nullopt); }

bool Keeper::keep(const Unkept &chunk, std::span<const std::byte> bytes) {
  const fs::path kept = keepIn_ / (chunk.file.filename().native() + std::string(kCompressedSuffix));
  const fs::path temporary = keepIn_ / ("." + kept.filename().native());
  const std::span<const std::byte> packed = compress(bytes);
  std::error_code error(packed.empty() ? ENOMEM : writeFile(temporary, packed), std::generic_category());
  if (!error) fs::rename(temporary, kept, error);
  std::error_code ignored;
  if (!error) {
    fs::remove(chunk.file, ignored);
    if (const auto place = parseChunkName(chunk.file.filename().native()); limit_ != 0 && place)
      limit(*place, chunk.last, {kept, packed.size()});
    return true;
  }
  fs::remove(temporary, ignored);
  if (!std::exchange(told_, true)) damage_ = Damage{kept, 0, "cannot write: " + error.message()};
  return false;
}

/// The newest always stays. One that was kept late, on a retry, goes if newer ones have gone already.
void Keeper::limit(const ChunkPlace &place, std::uint64_t last, Kept kept) {
  if ((place.thread & kDefinitionsBit) != 0) return;
  Newest &newest = newest_[{place.node, place.pid}];
  newest.bytes += kept.bytes;
  newest.chunks.emplace(last, std::move(kept));
  const auto isTooMuch = [&] {
    return newest.chunks.begin()->first < newest.beginning || (newest.bytes > limit_ && newest.chunks.size() > 1);
  };
  while (!newest.chunks.empty() && isTooMuch() && dropOldest(place, newest)) {
  }
}

/// False where it cannot be written down: nothing is dropped.
bool Keeper::dropOldest(const ChunkPlace &ofProcess, Newest &newest) {
  const auto oldest = newest.chunks.begin();
  std::error_code error;
  if (oldest->first >= newest.beginning) {
    const BeginningName name(ofProcess.node, ofProcess.pid);
    const std::string text = std::to_string(oldest->first + 1) + "\n";
    if (writeFile(keepIn_ / name.temporary(), std::as_bytes(std::span(text))) != 0) return false;
    fs::rename(keepIn_ / name.temporary(), keepIn_ / name.text(), error);
    if (error) return false;
    newest.beginning = oldest->first + 1;
  }
  fs::remove(oldest->second.file, error);
  newest.bytes -= oldest->second.bytes;
  newest.chunks.erase(oldest);
  return true;
}

/// Empty if out of memory.
std::span<const std::byte> Keeper::compress(std::span<const std::byte> bytes) {
  if (context_ == nullptr) context_.reset(ZSTD_createCCtx());
  packed_.resize(ZSTD_compressBound(bytes.size()));
  if (context_ == nullptr) return {};
  return std::span(packed_).first(compressInPieces(context_.get(), kLevel, bytes, packed_));
}

void keepUnread(const fs::path &directory, const fs::path &keepIn) {
  Keeper keeper(true, keepIn);
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error))
    files.push_back(entry->path());
  for (const fs::path &file : files) {
    const auto place = parseChunkName(file.filename().native());
    if (!place || place->compressed) continue;
    if (const auto chunk = Chunk::open(file, *place)) keeper.dispose(*chunk, 0, false);
  }
}

}  // namespace lockstep::trace
