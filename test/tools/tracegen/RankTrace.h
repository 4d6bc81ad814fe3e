// The records of one rank of a program that was never run, written with the recorder's own writer: a trace for any
// number of ranks without the machine to run them on.
//
// Everything is at a made-up place of a made-up source file, and takes a microsecond.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mpi/Routine.h"
#include "trace/Record.h"
#include "trace/file/Ring.h"
#include "trace/file/Writer.h"

namespace lockstep::tracegen {

/// Values of arguments or results by their names in the standard; what is left out is 0.
using Named = std::initializer_list<std::pair<std::string_view, std::int64_t>>;

struct Place {
  unsigned line = 0;
  std::string_view function = "main";
  friend auto operator<=>(const Place &, const Place &) = default;
};

struct Status {
  std::int64_t source = 0;
  std::int64_t tag = 0;
  std::int64_t bytes = 0;
};

class RankTrace {
 public:
  /// Of the records at most `limit` bytes are kept, the newest; 0: all.
  RankTrace(int directory, std::string_view file, unsigned rank, unsigned ranks, std::uint64_t limit = 0);
  RankTrace(const RankTrace &) = delete;
  RankTrace &operator=(const RankTrace &) = delete;

  unsigned rank() const { return rank_; }
  unsigned ranks() const { return ranks_; }
  std::uint64_t records() const { return sequence_ - trace::kFirstSequence; }

  void enter(Place place, mpi::Routine routine, Named arguments = {});
  void leave(mpi::Routine routine, Named results = {}, const Status &status = {});
  void call(Place place, mpi::Routine routine, Named arguments = {}, Named results = {}, const Status &status = {});
  /// Elements of an array argument of the call that follows.
  void array(mpi::Routine routine, std::string_view argument, std::span<const std::int64_t> values);
  void access(Place place, trace::AccessKind kind, std::uint64_t address, std::uint32_t bytes);

  /// Finalizes MPI and exits with status 0: nothing may follow.
  void end();

  void comm(std::uint64_t id, std::uint64_t parent, std::span<const std::uint32_t> members);
  void group(std::uint64_t id, std::span<const std::uint32_t> members);
  void window(std::uint64_t id, std::uint64_t base, std::uint64_t size);

 private:
  template <class Record>
  Record &begin(std::size_t tailBytes = 0);
  void commit() { next_->commit(sequence_++); }
  void initialize();
  void countRound(const mpi::RoutineInfo &routine, std::span<const std::int64_t> values);
  std::uint32_t siteOf(Place place);
  std::uint64_t now() { return time_ += 1000; }

  std::string file_;
  unsigned rank_;
  unsigned ranks_;
  trace::Ring ring_;
  trace::StreamWriter writer_;
  trace::StreamWriter definitions_;               // where old records may be dropped
  trace::StreamWriter *next_ = &writer_;          // where the record goes that is being written
  std::map<std::int64_t, std::uint64_t> rounds_;  // by communicator or window: the collectives so far
  bool isLimited_ = false;
  bool isInitialized_ = false;
  std::uint64_t sequence_ = trace::kFirstSequence;
  std::uint64_t time_ = 1'000'000;
  std::map<std::pair<unsigned, std::string>, std::uint32_t> sites_;
};

}  // namespace lockstep::tracegen
