// Writes the records of one thread into memory-mapped chunk files of the run directory.
//
// Runs inside the application: no exception, no heap, no lock, and on the hot path no system call. A record is built in
// place: reserve() returns its space in the mapped chunk, the caller fills it, commit() publishes it. Committed records
// survive the death of the process by any signal.
//
// Every chunk is allocated on disk before it is mapped, so that a full disk is an error of posix_fallocate and not a
// SIGBUS in the application. It is created under a temporary name and renamed, so that a reader never sees an
// incomplete header. A program that calls MPI faster than the engine reads is throttled; otherwise the records would
// fill the memory.
//
// A full chunk is sealed before the next one is created, so that a reader that deletes consumed chunks frees space for
// it.
//
// mmap is not coherent over NFS. A second mode for shared file systems can come behind the same interface: reserve()
// in an anonymous chunk, and nextChunk(), close() and a timer pwrite what was committed since the last time, the
// header's `committed` last. Records and chunk files stay the same.
#pragma once

#include <cstddef>
#include <cstdint>

#include "trace/Record.h"

namespace lockstep::trace {

class ChunkName;
class Ring;

struct StreamId {
  std::uint64_t node;
  std::uint32_t pid;
  std::uint32_t thread;
  std::uint32_t routineTable;
};

struct WriterOptions {
  bool waitForSpace = true;  // false: there is no live reader to free space; stop recording instead
  std::uint32_t mostUnread =
      0;  // full chunks that a live reader may leave lying before the writer waits; 0: any number
  std::uint32_t firstChunkBytes = kFirstChunkBytes;
  std::uint32_t chunkBytes = kChunkBytes;
  std::uint64_t (*pack)(int directory, const ChunkName &name) = nullptr;  // called for each complete chunk
  Ring *ring = nullptr;  // with pack only: receives complete chunks, and drops old ones
};

/// Zero-initialized storage is a closed writer. Not thread-safe; a signal handler that may interrupt its thread between
/// reserve() and commit() opens its own stream (all of this is async-signal-safe).
class StreamWriter {
 public:
  constexpr StreamWriter() = default;

  /// Creates the stream's first chunk in the directory, which must stay open as long as the writer. On failure the
  /// reason is printed on stderr, and the writer stays usable: its records are lost.
  bool open(int directoryFd, const StreamId &id, const WriterOptions &options = {});

  /// Space for a record with its kind and size set and site 0; never null. Valid until the next reserve(), which reuses
  /// it unless it was committed. `bytes` is the size of the whole record, at most kMaxRecordBytes.
  void *reserve(Kind kind, std::size_t bytes) {
    const std::size_t padded = (bytes + 7) & ~std::size_t{7};
    if (padded > static_cast<std::size_t>(end_ - cursor_) || padded > kMaxRecordBytes) [[unlikely]]
      nextChunk(padded);
    next_ = cursor_ + padded;
    auto *header = reinterpret_cast<RecordHeader *>(cursor_);
    header->kind = kind;
    header->words = static_cast<std::uint16_t>(padded / 8);
    header->site = 0;
    return header;
  }

  template <class Record>
  Record *reserve(std::size_t extraBytes = 0) {
    static_assert(kKindOf<Record> != Kind{}, "not a record");
    return static_cast<Record *>(reserve(kKindOf<Record>, sizeof(Record) + extraBytes));
  }

  /// Gives back the end of the reserved record: it has `bytes` bytes, no more than were reserved.
  void shrink(std::size_t bytes) {
    const std::size_t padded = (bytes + 7) & ~std::size_t{7};
    next_ = cursor_ + padded;
    reinterpret_cast<RecordHeader *>(cursor_)->words = static_cast<std::uint16_t>(padded / 8);
  }

  /// Publishes the reserved record. Get the sequence number after reserve(): a writer that waits for space must not
  /// hold a number, or the reader could not proceed and free space.
  void commit(std::uint64_t sequence) {
    reinterpret_cast<RecordHeader *>(cursor_)->sequence = last_ = sequence;
    cursor_ = next_;
    chunk_->committed.store(static_cast<std::uint64_t>(cursor_ - reinterpret_cast<std::byte *>(chunk_)),
                            std::memory_order_release);
  }

  /// The thread writes no more.
  void close();

  /// In the child of a fork: forgets the parent's chunk without touching it.
  void abandon();

  /// Where the next record will begin: unchanged as long as nothing is written.
  const void *position() const { return cursor_; }

  /// Whether a live reader requests what the thread has not recorded yet. Reading the request withdraws it.
  bool isWanted() const { return chunk_ != nullptr && chunk_->wanted.load(std::memory_order_relaxed) != 0; }
  void takeRequest() { chunk_->wanted.store(0, std::memory_order_relaxed); }

  bool isOpen() const { return state_ == State::Recording; }
  bool isClosed() const { return state_ == State::Closed; }

 private:
  enum class State : std::uint8_t { Closed, Recording, Stopped };

  void nextChunk(std::size_t bytes);
  void waitForReader();
  bool makeChunk(std::size_t recordBytes);
  void unmap();
  void useScratch();
  void pack(std::uint32_t index, std::uint64_t last);

  std::byte *cursor_ = nullptr;  // where the reserved record begins: everything before it is committed
  std::byte *next_ = nullptr;    // where the reserved record ends
  std::byte *end_ = nullptr;
  ChunkHeader *chunk_ = nullptr;
  StreamId id_{};
  WriterOptions options_{};
  int directory_ = -1;
  std::uint32_t index_ = 0;
  std::uint64_t last_ = 0;  // sequence number that was committed
  State state_ = State::Closed;
};

}  // namespace lockstep::trace
