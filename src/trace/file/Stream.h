// The records of one thread, chunk after chunk; returns the next record once it is complete and in sequence.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

#include "trace/Record.h"
#include "trace/file/Chunk.h"
#include "trace/file/Keeper.h"

namespace lockstep::trace {

/// How far to read.
enum class Until : std::uint8_t {
  Now,     // the writer may add to it
  TheEnd,  // nothing will be added: chunks without a seal are read as they are
};

class Stream {
 public:
  Stream(std::uint32_t thread, Keeper &keeper, std::vector<Damage> &damage)
      : thread_(thread), keeper_(&keeper), damage_(&damage) {}

  /// That records belong to.
  std::uint32_t thread() const { return thread_ & ~kDefinitionsBit; }
  /// Of a trace with a limit: these are never dropped.
  bool holdsDefinitions() const { return (thread_ & kDefinitionsBit) != 0; }
  /// The oldest chunks may have been dropped.
  void mayBeginLate() { mayBeginLate_ = !holdsDefinitions(); }

  /// A chunk file of this stream was found; known ones are ignored.
  void found(const ChunkPlace &place, const std::filesystem::path &file);

  /// The next record, nullptr if there is none; the same until pop(). Stays valid until the next call after that.
  const RecordHeader *head(Until until) { return head_ != nullptr || ended_ ? head_ : next(until); }
  /// As the last call of head() found it.
  const RecordHeader *head() const { return head_; }
  void pop();

  /// Asks the thread for the accesses that it has not recorded yet, if nothing came since the last call of this.
  void wantIfSilent();

  /// Number of chunks found, and number read, including a fraction for the open one.
  double found() const { return static_cast<double>(nextIndex_ - firstIndex_) + static_cast<double>(files_.size()); }
  double read() const;

  /// Nothing will come any more.
  bool hasEnded() const { return ended_; }

  /// The record at the head, or the file that would have it, is wrong.
  void end(Damage damage);
  void endAtHead(const char *what);

 private:
  struct Found {
    ChunkPlace place;
    std::filesystem::path file;
  };

  const RecordHeader *next(Until until);
  bool openNext(Until until);
  bool refresh(Until until);
  bool checkHead();
  void leaveChunk(bool damaged);

  std::uint32_t thread_;
  Keeper *keeper_;
  std::vector<Damage> *damage_;
  std::map<std::uint32_t, Found> files_;  // chunks to come, by index
  std::uint32_t firstIndex_ = 0;
  std::uint32_t nextIndex_ = 0;
  std::optional<Chunk> chunk_;
  std::uint64_t offset_ = 0;  // of the head in the chunk
  std::uint64_t limit_ = 0;   // end of the committed bytes when last read
  const RecordHeader *head_ = nullptr;
  std::optional<std::uint64_t> lastSequence_;
  std::optional<std::uint64_t> lastLook_;  // the number of the last record when wantIfSilent() was called
  bool mayBeginLate_ = false;
  bool ended_ = false;
};

}  // namespace lockstep::trace
