// Folds runs of polls that found nothing (false tests, false probes) into one record with a count, so that a loop that
// spins on MPI_Test does not fill the trace.
//
// A poll never blocks, so nothing is lost when its Enter is written after it. While the last record of the thread is
// the Leave of the same poll with a false result, a further one only increments its `repeats`. The handles that a poll
// may overwrite are saved for the Enter of the poll that succeeds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi/Routine.h"
#include "trace/Record.h"

namespace lockstep::runtime {

struct ThreadState;

class PollFold {
 public:
  /// True when this call repeats the poll that the thread recorded last; keeps its handles aside.
  bool repeats(const ThreadState &thread, mpi::Routine routine, std::uint32_t site, const std::int64_t *raw);
  /// The poll came back; counts it and returns true when it found nothing again.
  bool fold(mpi::Routine routine, const std::int64_t *raw) const;
  /// The arguments, with pointers to handles redirected to their values before the call.
  const std::int64_t *before() const { return before_; }
  /// The Leave of a poll was written: remembers it when it found nothing.
  void remember(const ThreadState &thread, mpi::Routine routine, std::uint32_t site, const std::int64_t *raw,
                trace::Leave *leave);

 private:
  static constexpr std::size_t kHandleBytes = 1024;

  bool keepHandles(mpi::Routine routine, const std::int64_t *raw);

  trace::Leave *leave_ = nullptr;  // nullptr: nothing to fold into
  const void *after_ = nullptr;
  mpi::Routine routine_{};
  std::uint32_t site_ = 0;
  std::int64_t raw_[mpi::kMaxArity] = {};
  std::int64_t before_[mpi::kMaxArity] = {};
  char handles_[kHandleBytes];
};

}  // namespace lockstep::runtime
