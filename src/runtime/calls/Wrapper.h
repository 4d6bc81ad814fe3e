// The wrapper of one routine: records the call around the library's own entry point.
//
// A call is recorded if its thread is not inside a recorded call, or if its caller is outside the MPI libraries (a user
// callback). All work is in plain functions; only the argument list is generated per routine.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>

#include "mpi/Routine.h"
#include "runtime/calls/CallRecord.h"
#include "runtime/calls/Real.h"
#include "runtime/handles/HandleChange.h"
#include "runtime/plans/RawBits.h"
#include "runtime/watch/InFlight.h"

namespace lockstep::runtime {

struct ThreadState;

/// A call in progress. The destructor ends it even if an exception leaves the wrapped routine.
class CallFrame {
 public:
  CallFrame(mpi::Routine routine, std::uintptr_t returnAddress);
  ~CallFrame();
  CallFrame(const CallFrame &) = delete;
  CallFrame &operator=(const CallFrame &) = delete;

  bool isRecorded() const { return thread_ != nullptr; }
  void enter(const std::int64_t *raw);
  void leave(const std::int64_t *raw, std::int64_t code);

  /// What the library gets for an argument: the same, but for an ignored status one of ours.
  template <class Argument>
  Argument passed(Argument argument) const {
    return argument;
  }
  MPI_Status *passed(MPI_Status *argument) const { return statuses_ != nullptr ? statuses_ : argument; }

 private:
  void replaceStatuses(std::size_t count);

  mpi::Routine routine_;
  ThreadState *thread_ = nullptr;  // nullptr: this call is not recorded
  Caller caller_{};
  bool isOpen_ = false;    // entered on record, and not left
  bool isRepeat_ = false;  // of a poll that found nothing
  bool isUnused_ = false;  // the program ignores the return value
  HandleChange change_{};
  std::optional<InFlightChange> inFlight_;
  MPI_Status *statuses_ = nullptr;  // instead of the program's
  MPI_Status status_;
};

template <mpi::Routine kRoutine, class Result, class... Arguments>
struct Wrapper {
  static Result call(Arguments... arguments) {
    const auto real = reinterpret_cast<Result (*)(Arguments...)>(gCalled[static_cast<std::size_t>(kRoutine)]);
    CallFrame frame(kRoutine, reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
    if (!frame.isRecorded()) return real(arguments...);
    const std::int64_t raw[] = {rawBits(arguments)..., 0};
    frame.enter(raw);
    const Result result = real(frame.passed(arguments)...);
    frame.leave(raw, rawBits(result));
    return result;
  }
};

/// The wrapper for an entry point of this type; nullptr for variadic ones.
template <mpi::Routine kRoutine, class Result, class... Arguments>
void *wrapperOf(Result (*)(Arguments...)) {
  return reinterpret_cast<void *>(&Wrapper<kRoutine, Result, Arguments...>::call);
}
template <mpi::Routine kRoutine>
void *wrapperOf(...) {
  return nullptr;
}

}  // namespace lockstep::runtime
