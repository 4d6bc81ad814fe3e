// Reads a run directory, while the job writes it or afterwards, and returns each process's records in the order of
// their sequence numbers. Every record is checked before it is returned (see RecordCheck.h): the counts, indices and
// strings of a RecordView can be trusted.
//
// Live: poll() again and again, finish() once the job has ended. Recorded: finish() alone. The sequence numbers of a
// process have no gaps, so a record is returned only after its predecessor; finish() skips the gap that a killed thread
// leaves. Damaged files never crash the reader: they end the stream and are described by file and offset in damage().
//
// Records of different processes are not ordered. The process whose clock is furthest behind comes first, so that the
// engine need not buffer much while it waits for the other side of a message.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include <tl/expected.hpp>

#include "trace/RecordView.h"
#include "trace/file/Damage.h"

namespace lockstep::trace {

struct ReaderOptions {
  bool consume = false;               // delete chunks that have been read (live runs that keep no trace)
  std::filesystem::path keepIn = {};  // live runs that keep one: where read chunks go, compressed
};

class Reader {
 public:
  /// Fails when `directory` is no run directory, or one of another version.
  static tl::expected<Reader, Damage> open(const std::filesystem::path &directory, const ReaderOptions &options);
  Reader(Reader &&) noexcept;
  Reader &operator=(Reader &&) noexcept;
  ~Reader();

  /// Returns what has been committed since the last call, and the number of records. At most some ten thousand at a
  /// time: while the job is faster than the reader, call it again immediately.
  std::size_t poll(const RecordSink &sink);
  /// All records of this node's processes before this time have been returned, if the last poll was called at `called`.
  /// Times are of the node's clock; for other nodes everything has been returned, or the answer is 0.
  std::uint64_t completeUntil(std::uint64_t node, std::uint64_t called) const;
  /// The job has ended: returns the remaining records.
  std::size_t finish(const RecordSink &sink);

  std::vector<ProcessKey> processes() const;
  /// The fraction of the known records that was returned, from 0 to 1. Visits every stream.
  double progress() const;
  const std::vector<Damage> &damage() const;
  /// Of a process the oldest records were dropped, because the trace has a limit.
  bool beginsLate() const;

 private:
  struct Impl;
  explicit Reader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::trace
