#include "semantics/arguments/MemoryArguments.h"

#include <fmt/format.h>

#include "mpi/Significance.h"

namespace lockstep::semantics {

std::string describeExtent(std::uint64_t size, std::int64_t extent) {
  return fmt::format(": the datatype has size {} and extent {}", size, extent);
}

std::string describeBytes(std::uint64_t bytes) { return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s"); }

Complaint tooShort(std::uint64_t there, std::uint64_t accessed, const std::string &extent) {
  const std::string what =
      fmt::format("points to {} of memory, but the call accesses {}{}", describeBytes(there), accessed, extent);
  return {
      .what = what,
      .help = "pass enough memory for count times datatype, or a smaller count",
      .cause = {.kind = report::Cause::Kind::TooShort, .there = there, .accessed = accessed, .remark = "; it " + what}};
}

Verdict overlapping(const mpi::RoutineInfo &routine, std::size_t read, std::size_t written) {
  return {.rule = report::rule("buffer-overlap"),
          .message = fmt::format("{} reads {} and writes {}, and the two overlap", routine.name,
                                 routine.storage[read].name, routine.storage[written].name),
          .help = mpi::hasInPlace(routine)
                      ? "pass MPI_IN_PLACE where the result replaces the data, or a buffer of its own"
                      : "use separate send and receive buffers"};
}

}  // namespace lockstep::semantics
