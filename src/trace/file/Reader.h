// Reads a run directory, while the job still writes it or afterwards, and hands out each process's records in the
// order of their sequence numbers. Every record is checked before it is handed out (see RecordCheck.h): whoever gets a
// RecordView may trust its counts, numbers and strings.
//
// Live: poll() again and again, finish() once the job has ended. Recorded: finish() alone. The sequence numbers of a
// process have no gaps, so a record is handed out only after its predecessor; finish() steps over the gap that a
// killed thread leaves. Damage never crashes: it ends the stream and is described by file and offset in damage().
//
// Between processes there is no order. They are handed out in turns, the one whose clock is furthest behind first, so
// that whoever waits for the other end of a message need not hold back much.
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
