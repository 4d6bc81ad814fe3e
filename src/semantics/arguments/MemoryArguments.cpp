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

Verdict entriesOverlap(const mpi::RoutineInfo &routine, std::size_t argument, const std::string &elements) {
  return {.rule = report::rule("buffer-overlap"),
          .message =
              fmt::format("{} writes some bytes more than once: the entries of {}{} overlap each other", routine.name,
                          routine.storage[argument].name, elements.empty() ? "" : fmt::format(", {},", elements)),
          .help =
              "write with a datatype whose entries do not overlap: compare its strides with its block lengths, and "
              "its extent with its true extent",
          .cause = {.kind = report::Cause::Kind::EntriesOverlap,
                    .argument = static_cast<int>(argument),
                    .remark = "; the entries of the datatype overlap each other"}};
}

Verdict piecesOverlap(const mpi::RoutineInfo &routine, std::size_t argument, bool isWritten) {
  return {.rule = report::rule("buffer-overlap"),
          .message = fmt::format("{} {} some bytes of {} more than once: the pieces of different ranks overlap",
                                 routine.name, isWritten ? "writes" : "reads", routine.storage[argument].name),
          .help =
              "make the pieces disjoint: a displacement counts extents of the datatype, or bytes where each rank has "
              "a type of its own",
          .severity = isWritten ? report::Severity::Error : report::Severity::Warning};
}

Complaint windowTooLarge(std::uint64_t there, std::int64_t size) {
  return {fmt::format("points to {} bytes of memory, but the window has {}", there, size),
          "pass the memory itself, not the address of a pointer to it, and its size in bytes"};
}

Verdict windowMemoryGone(bool isReturn, bool isDynamic) {
  const std::string_view end = mpi::info(isDynamic ? mpi::Routine::Win_detach : mpi::Routine::Win_free).name;
  return {.rule = report::rule("arg-buffer"),
          .message = fmt::format("the memory of a window is {} before {}",
                                 isReturn ? "gone with the return from its function" : "freed", end),
          .help = isReturn ? std::string("let the window have memory that lives as long as it does")
                           : fmt::format("call {} first", end),
          .cause = {.kind = report::Cause::Kind::MemoryGone}};
}

}  // namespace lockstep::semantics
