// Keeps the newest complete chunks of a process within a size limit, and drops the others: the oldest of all its
// threads first, whether or not they are still running.
//
// A thread that records little keeps chunks with old records while newer ones of other threads are gone. So the
// sequence number after which nothing is missing is written before a chunk is removed (see BeginningName); readers skip
// everything before it. Otherwise they would see one thread start a request, but not another thread complete it.
//
// Runs inside the application, like the writer: no exceptions and no heap. Threads wait for each other here while some
// files are removed; signals are blocked meanwhile, since their handlers record as well.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "trace/file/ChunkName.h"

namespace lockstep::trace {

class Ring {
 public:
  constexpr Ring() = default;
  constexpr explicit Ring(std::uint64_t limit) : limit_(limit) {}

  void limitTo(std::uint64_t bytes) { limit_ = bytes; }

  /// The chunk is complete and takes `bytes` bytes; `last` is the sequence number of its last record. The newest chunk
  /// is always kept.
  void add(int directory, const ChunkPlace &place, std::uint64_t bytes, std::uint64_t last);

 private:
  struct Entry {
    std::uint64_t last;
    std::uint64_t bytes;
    std::uint32_t thread;
    std::uint32_t index;
  };

  bool push(const Entry &entry);
  bool grow();
  bool dropOldest(int directory, const ChunkPlace &ofProcess);

  std::atomic_flag busy_;
  std::uint64_t limit_ = 0;
  std::uint64_t bytes_ = 0;      // of all entries
  std::uint64_t beginning_ = 0;  // as it is written down
  Entry *entries_ = nullptr;     // circular; in memory that is never freed
  std::size_t capacity_ = 0;
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

}  // namespace lockstep::trace
