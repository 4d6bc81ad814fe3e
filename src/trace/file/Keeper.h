// Disposes of chunks that have been read: leaves them, deletes them, or keeps them compressed in another directory.
//
// A chunk is deleted only after its compressed copy has its final name. If the copy cannot be written (full disk), the
// chunk stays and is retried: the recorder eventually runs out of space and waits, and nothing is lost.
//
// With a size limit, the chunks with the oldest records of a process are dropped, after recording where the rest
// begins, as Ring.h does in the process itself.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "trace/file/Chunk.h"
#include "trace/file/Damage.h"

struct ZSTD_CCtx_s;

namespace lockstep::trace {

class Keeper {
 public:
  /// `keepIn` may be empty. `limit`: bytes that are kept of each process, the newest; 0: all.
  Keeper(bool consume, std::filesystem::path keepIn, std::uint64_t limit = 0);
  ~Keeper();

  /// Makes keepIn a run directory like `directory`; fails when it holds a trace already.
  std::optional<Damage> prepare(const std::filesystem::path &directory);

  /// The chunk has been read, to its end or to its damage; `last` is the sequence number of the last record.
  void dispose(const Chunk &chunk, std::uint64_t last, bool damaged);

  /// Retries chunks that could not be kept.
  void retry();

  /// The first failure to keep a chunk, once.
  std::optional<Damage> takeDamage();

 private:
  struct Kept {
    std::filesystem::path file;
    std::uint64_t bytes = 0;
  };
  struct Newest {
    std::multimap<std::uint64_t, Kept> chunks;  // by the number of their last record; definitions are not among them
    std::uint64_t bytes = 0;
    std::uint64_t beginning = 0;  // from where on nothing was dropped
  };
  struct Unkept {
    std::filesystem::path file;
    std::uint64_t last = 0;
  };

  bool keep(const Unkept &chunk, std::span<const std::byte> bytes);
  std::span<const std::byte> compress(std::span<const std::byte> bytes);
  void limit(const ChunkPlace &place, std::uint64_t last, Kept kept);
  bool dropOldest(const ChunkPlace &ofProcess, Newest &newest);

  bool consume_;
  std::filesystem::path keepIn_;
  std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s *)> context_;
  using Process = std::pair<std::uint64_t, std::uint32_t>;  // node and pid
  std::uint64_t limit_;
  std::map<Process, Newest> newest_;
  std::vector<std::byte> packed_;
  std::vector<Unkept> unkept_;
  std::optional<Damage> damage_;
  bool told_ = false;
};

/// Keeps the files that the reader of a run directory has left there, after it has ended.
void keepUnread(const std::filesystem::path &directory, const std::filesystem::path &keepIn);

}  // namespace lockstep::trace
