#include "semantics/arguments/RequestArguments.h"

#include <fmt/format.h>

#include "semantics/arguments/Judgments.h"

namespace lockstep::semantics {

using mpi::Effect;
using mpi::Role;

namespace {

/// Of the argument, or of something in the list.
std::string_view verbFor(Role role) { return role == Role::Requests ? "holds" : "is"; }

std::string_view doneBy(const mpi::RoutineInfo &routine) {
  return routine.effect == Effect::RequestFree ? "freed" : "completed";
}

/// Whether the routine acts on requests, so that none of them may be null.
bool needsRequests(const mpi::RoutineInfo &routine) {
  switch (routine.effect) {
    case Effect::Start:
    case Effect::StartAll:
    case Effect::Cancel:
    case Effect::RequestFree:
    case Effect::Ready:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool isRequest(Role role) { return role == Role::Request || role == Role::Requests || role == Role::RequestValue; }

std::optional<std::size_t> requestArgument(const mpi::RoutineInfo &routine) {
  for (std::size_t i = 0; i < routine.arity; ++i)
    if (isRequest(routine.args()[i].role)) return i;
  return std::nullopt;
}

Judgment judgeGivenRequests(const CallFacts &facts, std::size_t argument) {
  const Role role = facts.roleOf(argument);
  const bool isList = role == Role::Requests;
  if (isList && facts.number(Role::Length).value_or(0) > 0 && facts.isNull(argument))
    return Complaint{"is NULL, but the number of requests is not 0",
                     "pass an array with as many requests as its length says"};
  if (!needsRequests(facts.routine())) return std::nullopt;
  const std::size_t length = isList ? facts.length(argument) : 1;
  for (std::size_t i = 0; i < length; ++i)
    if (facts.handle(argument, i) == HandleState::Null)
      return Complaint{fmt::format("{} MPI_REQUEST_NULL", verbFor(role)),
                       "pass a request that an operation has returned"};
  return std::nullopt;
}

Complaint notPersistent(Role role, const mpi::RoutineInfo &made) {
  return {fmt::format("{} the request of {}, which is not persistent", verbFor(role), made.name),
          "leave the call out: the operation has started already; or set up a persistent one"};
}

Complaint goneRequest(Role role, const mpi::RoutineInfo &endedBy) {
  return {fmt::format("{} a request that was {} through another copy of its handle", verbFor(role), doneBy(endedBy)),
          "set every copy of the handle to MPI_REQUEST_NULL when one of them is completed or freed, or keep only one"};
}

std::string endOfRequest(const mpi::RoutineInfo &endedBy) { return fmt::format("is {} here", doneBy(endedBy)); }

Complaint noRequest(Role role) {
  return {fmt::format("{} not a valid request: completed or freed before, never created or not initialized",
                      role == Role::Requests ? "holds what is" : "is"),
          "initialize requests with MPI_REQUEST_NULL, and pass what an operation has returned"};
}

Complaint noPartition(std::int64_t partition, std::int64_t count) {
  return {.what = fmt::format("is partition {}, but the operation has partitions 0 to {}", partition, count - 1),
          .help = "name a partition below the number that the operation was set up with"};
}

Complaint readyTwice(std::int64_t partition) {
  return {.what = fmt::format("is partition {}, which has been marked ready before", partition),
          .help = "mark each partition ready once after each start"};
}

Complaint readyWhileInactive() {
  return {.what = "is not active: partitions are marked ready between the start and the completion",
          .help = "start the operation first"};
}

Complaint arrivedWithoutStart() {
  return {.what = "was never started: no partition can arrive", .help = "start the receive first"};
}

}  // namespace lockstep::semantics
