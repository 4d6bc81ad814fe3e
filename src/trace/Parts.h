// The variable parts after the fixed structs of Record.h, as spans and strings. Sizes are trusted: the reader has
// checked them, or the writer has just set them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "mpi/Routine.h"
#include "trace/Record.h"

namespace lockstep::trace {

template <class Element, class Record>
std::span<const Element> tail(const Record &record, std::size_t count) {
  static_assert(sizeof(Record) % alignof(Element) == 0);
  return {reinterpret_cast<const Element *>(&record + 1), count};
}

inline std::string_view path(const Module &module) { return reinterpret_cast<const char *>(&module + 1); }
inline std::string_view file(const ResolvedSite &site) { return reinterpret_cast<const char *>(&site + 1); }
inline std::string_view function(const ResolvedSite &site) {
  return reinterpret_cast<const char *>(&site + 1) + file(site).size() + 1;
}
inline std::string_view errorClass(const Failure &failure) { return reinterpret_cast<const char *>(&failure + 1); }
inline std::string_view words(const Failure &failure) {
  return reinterpret_cast<const char *>(&failure + 1) + errorClass(failure).size() + 1;
}
inline std::string_view version(const Misplaced &window) { return reinterpret_cast<const char *>(&window + 1); }
inline std::span<const std::uint32_t> sites(const Stack &stack) { return tail<std::uint32_t>(stack, stack.count); }
inline std::span<const RankRange> localRanges(const Comm &comm) { return tail<RankRange>(comm, comm.localRanges); }
inline std::span<const RankRange> remoteRanges(const Comm &comm) {
  return tail<RankRange>(comm, std::size_t{comm.localRanges} + comm.remoteRanges).subspan(comm.localRanges);
}
inline std::span<const RankRange> ranges(const Group &group) { return tail<RankRange>(group, group.ranges); }
inline std::span<const std::int64_t> sources(const Neighbors &neighbors) {
  return tail<std::int64_t>(neighbors, neighbors.sourceCount);
}
inline std::span<const std::int64_t> destinations(const Neighbors &neighbors) {
  return tail<std::int64_t>(neighbors, std::size_t{neighbors.sourceCount} + neighbors.destinationCount)
      .subspan(neighbors.sourceCount);
}
inline std::span<const LayoutPart> parts(const Layout &layout) { return tail<LayoutPart>(layout, layout.partCount); }
inline std::span<const TypeBlock> blocks(const Type &type) { return tail<TypeBlock>(type, type.blockCount); }
inline std::span<const std::int64_t> values(const Array &array) { return tail<std::int64_t>(array, array.count); }
inline std::span<const std::int64_t> arguments(const Enter &enter) {
  return tail<std::int64_t>(enter, enter.argumentCount);
}
inline std::span<const std::int64_t> results(const Leave &leave) {
  return tail<std::int64_t>(leave, leave.resultCount);
}

/// How many addresses of handles follow the arguments of an Enter.
inline std::size_t addressCount(const mpi::RoutineInfo &routine) {
  std::size_t count = 0;
  for (const mpi::Argument &argument : routine.args())
    if (mpi::info(argument.role).capture == mpi::Capture::HandleInOut) ++count;
  return count;
}

/// How many values an argument adds to the results of a Leave.
constexpr std::size_t resultsOf(mpi::Capture capture) {
  switch (capture) {
    case mpi::Capture::ScalarOut:
    case mpi::Capture::AddressOut:
    case mpi::Capture::HandleOut:
    case mpi::Capture::HandleInOut:
    case mpi::Capture::ScalarArrayOut:
    case mpi::Capture::HandleArrayInOut:
    case mpi::Capture::StatusArrayOut:
      return 1;
    case mpi::Capture::StatusOut:
      return 4;
    case mpi::Capture::Scalar:
    case mpi::Capture::Handle:
    case mpi::Capture::ScalarArray:
    case mpi::Capture::HandleArray:
    case mpi::Capture::Text:
    case mpi::Capture::Opaque:
      return 0;
  }
  return 0;
}

}  // namespace lockstep::trace
