// request-*: the life cycle of a request, and what is wrong with it.
//
// A nonblocking operation creates an active request, a persistent one an inactive request that each start activates. It
// is complete when a completion call says so, and lost if another request is stored into its variable before that.
// Freeing an active request does not complete the operation: this is legal for messages, but the program cannot know
// when it may reuse the buffer; for a cancelled operation it is fine. The end of its epoch completes an RMA operation
// and leaves only the request behind. Waiting for or freeing an inactive persistent request is legal, and odd only if
// it was never started. When MPI is finalized, a request gets one verdict, the first of: overwritten, not complete,
// never started, never freed.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "mpi/Routine.h"
#include "semantics/Verdict.h"

namespace lockstep::semantics {

// Messages, by the routine that created the request.
Verdict neverCompleted(const mpi::RoutineInfo &made);
Verdict freedWhileActive(const mpi::RoutineInfo &made);
Verdict overwritten(const mpi::RoutineInfo &made, const mpi::RoutineInfo &by);
Verdict startedAgain(const mpi::RoutineInfo &made);
/// `fate`: what happened to it instead. Legal by itself, hence a warning.
Verdict neverStarted(const mpi::RoutineInfo &made, std::string_view fate);
Verdict neverFreed(const mpi::RoutineInfo &made);
/// A completion call gets a null request. Legal; the caller knows how suspicious it is.
Verdict nothingToComplete(const mpi::RoutineInfo &call, report::Severity severity);

inline constexpr std::string_view kSetUpHere = "is set up here";

template <class Call>
struct RequestState {
  using Judgment = std::optional<PlacedVerdict<Call>>;

  const mpi::RoutineInfo *routine = nullptr;     // the routine that created it
  const mpi::RoutineInfo *overwriter = nullptr;  // the routine that created the overwriting request
  Call made{};
  Call started{};        // last start; none: a persistent request that was never started
  Call awaited{};        // first completion call that was passed the request
  Call ended{};          // call that freed it or, if not persistent, completed it: the request does not exist any more
  Call overwrittenBy{};  // call that stored another request into its variable while it was active
  bool isPersistent = false;
  bool isActive = false;
  bool isCancelled = false;  // or cancellation was requested

  RequestState() = default;
  RequestState(const mpi::RoutineInfo &by, const Call &at)
      : routine(&by), made(at), isPersistent(by.timing == mpi::Timing::Persistent), isActive(!isPersistent) {
    if (isActive) started = at;
  }

  bool isUnstarted() const { return isPersistent && !started; }

  /// No effect on an active request, nor through another copy of the handle on one that has ended.
  Judgment start(const Call &at) {
    if (isActive) return {{startedAgain(*routine), at, "is started again here", started, "is active since here"}};
    isActive = !ended;
    started = at;
    return std::nullopt;
  }

  void await(const Call &at) {
    if (!awaited && !ended) awaited = at;
  }

  void complete(const Call &at) {
    isActive = false;
    if (!isPersistent) ended = at;
  }

  void overwrite(const mpi::RoutineInfo &by, const Call &at) {
    if (!isActive || overwrittenBy) return;
    overwriter = &by;
    overwrittenBy = at;
  }

  Judgment free(const Call &at) {
    ended = at;
    const bool isUsual = isCancelled || routine->cls == mpi::Class::RequestQuery;
    if (!std::exchange(isActive, false) || isUsual) return std::nullopt;
    return {{freedWhileActive(*routine), started, "starts here", at, "frees the request here"}};
  }

  /// At MPI_Finalize. For a freed request, only a missing start is left to report.
  Judgment judgeEnd() const {
    if (isActive && overwrittenBy)
      return {
          {overwritten(*routine, *overwriter), started, "starts here", overwrittenBy, "overwrites the request here"}};
    if (isActive) return {{neverCompleted(*routine), started, "starts here"}};
    if (isUnstarted() && (awaited || ended)) return judgeUnstarted();
    if (isPersistent && !ended) return {{neverFreed(*routine), made, "is created here"}};
    return std::nullopt;
  }

  /// A request that was waited for or freed, and never started.
  PlacedVerdict<Call> judgeUnstarted() const {
    if (awaited)
      return {neverStarted(*routine, "is waited for but never started"), made, kSetUpHere, awaited,
              "is waited for here"};
    return {neverStarted(*routine, "is freed but never started"), made, kSetUpHere, ended, "is freed here"};
  }
};

}  // namespace lockstep::semantics
