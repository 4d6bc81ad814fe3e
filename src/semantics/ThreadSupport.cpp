#include "semantics/ThreadSupport.h"

#include <fmt/format.h>

namespace lockstep::semantics {

std::string_view nameOf(ThreadLevel level) {
  switch (level) {
    case ThreadLevel::Single:
      return "MPI_THREAD_SINGLE";
    case ThreadLevel::Funneled:
      return "MPI_THREAD_FUNNELED";
    case ThreadLevel::Serialized:
      return "MPI_THREAD_SERIALIZED";
    case ThreadLevel::Multiple:
      return "MPI_THREAD_MULTIPLE";
  }
  return "an unknown thread level";
}

bool needsThreadSupport(const mpi::RoutineInfo &routine) {
  if (routine.effect == mpi::Effect::Abort || !mpi::isRecorded(routine.cls)) return false;
  return !mpi::isAllowedAnytime(routine.base) && routine.base != mpi::Routine::Query_thread &&
         routine.base != mpi::Routine::Is_thread_main;
}

std::string askFor(ThreadLevel level) {
  return fmt::format("ask for {} with {} and check the provided level", nameOf(level),
                     mpi::info(mpi::Routine::Init_thread).name);
}

Verdict needsMore(const mpi::RoutineInfo &call, ThreadLevel needed, ThreadLevel asked) {
  return {report::rule("thread-level"),
          fmt::format("{} needs {}, but the program requests {}", call.name, nameOf(needed), nameOf(asked)),
          askFor(needed), report::Severity::Warning};
}

}  // namespace lockstep::semantics
