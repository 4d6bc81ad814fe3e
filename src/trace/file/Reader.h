// Reads a run directory, while the job still writes it or afterwards, and hands out each process's records in the order
// of their sequence numbers. Every record is checked before it is returned (see RecordCheck.h): the counts, indices and
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

  /// Hands out what has been committed since the last call; returns the number of records. Not more than some ten
  /// thousand at a time: while the job outruns the reader it is called again at once.
  std::size_t poll(const RecordSink &sink);
  /// All that the processes of this node recorded before this time has been handed out, when the last poll was called
  /// at `called`. Times are of the node's clock; of other nodes everything has been handed out, or the answer is 0.
  std::uint64_t completeUntil(std::uint64_t node, std::uint64_t called) const;
  /// The job has ended: hands out all that is left.
  std::size_t finish(const RecordSink &sink);

  std::vector<ProcessKey> processes() const;
  /// Which part of what has been found is handed out, from 0 to 1. Looks at every stream.
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
