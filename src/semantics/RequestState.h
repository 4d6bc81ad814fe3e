// request-*: the life of a request, and what is wrong with it.
//
// A nonblocking operation makes its request active, a persistent one an inactive request that each start activates. It
// is complete when a completion call says so, and lost when another request is stored into its variable meanwhile. To
// free the request of an active operation does not complete it: for messages that is legal, but nobody can know then
// when the buffer is free again; one that somebody asked to cancel may end like that. The end of its epoch completes an
// RMA operation, so that only its request is left behind. To wait for a persistent request that is not active is legal,
// as a loop may begin with it, to free one as well; both are odd if it was never started. When MPI is finalized a
// request has one verdict, the first of: overwritten, not complete, never started, never freed.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "mpi/Routine.h"
#include "semantics/Verdict.h"

namespace lockstep::semantics {

// The sentences, by the routine that has made the request.
Verdict neverCompleted(const mpi::RoutineInfo &made);
Verdict freedWhileActive(const mpi::RoutineInfo &made);
Verdict overwritten(const mpi::RoutineInfo &made, const mpi::RoutineInfo &by);
Verdict startedAgain(const mpi::RoutineInfo &made);
/// `fate`: what became of it instead. Legal by itself: a warning.
Verdict neverStarted(const mpi::RoutineInfo &made, std::string_view fate);
Verdict neverFreed(const mpi::RoutineInfo &made);
/// A completion call that is given a null request. Legal; how odd it is depends on what else is known.
Verdict nothingToComplete(const mpi::RoutineInfo &call, report::Severity severity);

inline constexpr std::string_view kSetUpHere = "is set up here";

template <class Call>
struct RequestState {
  using Judgment = std::optional<PlacedVerdict<Call>>;

  const mpi::RoutineInfo *routine = nullptr;     // that has made it
  const mpi::RoutineInfo *overwriter = nullptr;  // that has made the request which overwrote it
  Call made{};
  Call started{};        // the last time; none: a persistent one that was never started
  Call awaited{};        // the first completion call that was given it
  Call ended{};          // that freed it, or completed it where it was not persistent: there is no request any more
  Call overwrittenBy{};  // that stored another request into its variable while it was active
  bool isPersistent = false;
  bool isActive = false;
  bool isCancelled = false;  // or asked to be

  RequestState() = default;
  RequestState(const mpi::RoutineInfo &by, const Call &at)
      : routine(&by), made(at), isPersistent(by.timing == mpi::Timing::Persistent), isActive(!isPersistent) {
    if (isActive) started = at;
  }

  bool isUnstarted() const { return isPersistent && !started; }

  /// Nothing happens to one that is active, nor by another copy of the handle to one that has ended.
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

  /// MPI is finalized. Of a freed one only that it was never started is left to say.
  Judgment judgeEnd() const {
    if (isActive && overwrittenBy)
      return {
          {overwritten(*routine, *overwriter), started, "starts here", overwrittenBy, "overwrites the request here"}};
    if (isActive) return {{neverCompleted(*routine), started, "starts here"}};
    if (isUnstarted() && (awaited || ended)) return judgeUnstarted();
    if (isPersistent && !ended) return {{neverFreed(*routine), made, "is made here"}};
    return std::nullopt;
  }

  /// Of one that was waited for or freed, and never started.
  PlacedVerdict<Call> judgeUnstarted() const {
    if (awaited)
      return {neverStarted(*routine, "is waited for but never started"), made, kSetUpHere, awaited,
              "is waited for here"};
    return {neverStarted(*routine, "is freed but never started"), made, kSetUpHere, ended, "is freed here"};
  }
};

}  // namespace lockstep::semantics
