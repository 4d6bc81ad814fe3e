#include "semantics/RequestState.h"

#include <fmt/format.h>

#include "mpi/Rma.h"

namespace lockstep::semantics {

using mpi::Routine;
using report::Severity;

namespace {

constexpr report::Rule kMissingWait = report::rule("request-missing-wait");

std::string_view nameOf(Routine routine) { return mpi::info(routine).name; }

}  // namespace

Verdict neverCompleted(const mpi::RoutineInfo &made) {
  return {kMissingWait, fmt::format("the operation of {} is never completed", made.name),
          fmt::format("complete its request with {} or another completion call before {}", nameOf(Routine::Wait),
                      nameOf(Routine::Finalize)),
          mpi::isRma(made.cls) ? Severity::Warning : Severity::Error};
}

Verdict freedWhileActive(const mpi::RoutineInfo &made) {
  const bool isError = mpi::isCollective(made.cls) || mpi::isRma(made.cls);
  return {kMissingWait, fmt::format("the request of {} is freed before the operation is complete", made.name),
          fmt::format("complete it with {} instead", nameOf(Routine::Wait)),
          isError ? Severity::Error : Severity::Warning};
}

Verdict overwritten(const mpi::RoutineInfo &made, const mpi::RoutineInfo &by) {
  return {report::rule("request-overwrite"),
          fmt::format("the request of {} is overwritten by that of {} and never completed", made.name, by.name),
          "complete the first request before its variable is used again, or give every operation its own"};
}

Verdict startedAgain(const mpi::RoutineInfo &made) {
  return {report::rule("request-double-start"),
          fmt::format("the persistent operation of {} is started again before it is complete", made.name),
          fmt::format("complete it with {} before the next start", nameOf(Routine::Wait))};
}

Verdict neverStarted(const mpi::RoutineInfo &made, std::string_view fate) {
  return {report::rule("request-missing-start"), fmt::format("the persistent operation of {} {}", made.name, fate),
          fmt::format("start it with {} before", nameOf(Routine::Start)), Severity::Warning};
}

Verdict neverFreed(const mpi::RoutineInfo &made) {
  return {report::rule("request-leak"), fmt::format("the persistent request of {} is never freed", made.name),
          fmt::format("free it with {} when it is not needed any more", nameOf(Routine::Request_free))};
}

Verdict nothingToComplete(const mpi::RoutineInfo &call, Severity severity) {
  return {report::rule("request-unmatched-wait"),
          fmt::format("{} is given a null request: there is nothing to complete", call.name),
          "start an operation with this request first, or leave the call out", severity};
}

}  // namespace lockstep::semantics
