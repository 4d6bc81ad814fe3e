// One chunk file, open for reading: mapped while it may still grow, or decompressed into memory. Its header has been
// checked; its records have not.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <tl/expected.hpp>

#include "trace/Record.h"
#include "trace/file/ChunkName.h"
#include "trace/file/Damage.h"

namespace lockstep::trace {

inline constexpr std::uint64_t kMaxChunkBytes = 64U << 20;  // no chunk file is larger, compressed or not

class Chunk {
 public:
  /// Fails if the file cannot be read, or its header does not match the file, its name and this version of Lockstep. A
  /// truncated file is opened with its available bytes; damageAtEnd() describes the rest.
  static tl::expected<Chunk, Damage> open(const std::filesystem::path &file, const ChunkPlace &place);

  const std::filesystem::path &file() const { return file_; }
  bool isCompressed() const { return compressed_; }
  std::span<const std::byte> bytes() const { return {data_.get(), bytes_}; }

  /// Read the seal first: what is committed under a seal is final.
  Seal seal() const { return header().sealed.load(std::memory_order_acquire); }
  std::uint64_t committed() const { return header().committed.load(std::memory_order_acquire); }
  std::uint64_t firstRecord() const { return header().headerBytes; }
  const RecordHeader &recordAt(std::uint64_t offset) const {
    return *reinterpret_cast<const RecordHeader *>(data_.get() + offset);
  }

  /// Asks the thread that writes it, if it still does, for the accesses that it has not recorded yet.
  void want() const;

  /// Describes missing bytes after the last available one.
  const std::optional<Damage> &damageAtEnd() const { return damageAtEnd_; }
  Damage damageAt(std::uint64_t offset, std::string what) const;

 private:
  struct Release {
    std::size_t mapped;  // bytes; 0: from the heap
    Release() : mapped(0) {}
    explicit Release(std::size_t bytes) : mapped(bytes) {}
    void operator()(const std::byte *data) const;
  };

  Chunk(std::filesystem::path file, bool compressed) : file_(std::move(file)), compressed_(compressed) {}
  std::optional<Damage> map();
  std::optional<Damage> decompress();
  std::optional<Damage> checkHeader(const ChunkPlace &place);
  const ChunkHeader &header() const { return *reinterpret_cast<const ChunkHeader *>(data_.get()); }

  std::filesystem::path file_;
  bool compressed_ = false;
  std::unique_ptr<const std::byte[], Release> data_;
  std::size_t bytes_ = 0;
  std::optional<Damage> damageAtEnd_;
};

/// The text of an operating system error.
std::string errorText(int error);

}  // namespace lockstep::trace
