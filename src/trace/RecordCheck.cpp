#include "trace/RecordCheck.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "mpi/Routine.h"
#include "trace/Parts.h"

namespace lockstep::trace {
namespace {

/// The space after a record's fixed struct.
template <class Record>
std::size_t room(const Record &record) {
  return record.header.words * std::size_t{8} - sizeof(Record);
}

template <class Element, class Record>
bool fits(const Record &record, std::size_t count) {
  return count <= room(record) / sizeof(Element);
}

/// True when `count` NUL-terminated strings follow the struct.
template <class Record>
bool hasStrings(const Record &record, int count) {
  const char *text = reinterpret_cast<const char *>(&record + 1);
  std::size_t left = room(record);
  for (; count > 0; --count) {
    const std::size_t length = ::strnlen(text, left);
    if (length == left) return false;
    text += length + 1;
    left -= length + 1;
  }
  return true;
}

bool isRank(std::int64_t rank) { return rank >= 0 && rank < std::int64_t{kMaxRanks}; }

bool isRange(const RankRange &range) {
  if (range.count == 0 || range.count > kMaxRanks) return false;
  if (range.first == kOutsideWorld) return range.stride == 0;
  return isRank(range.first) && isRank(range.first + std::int64_t{range.stride} * (range.count - 1));
}

bool areRanges(std::span<const RankRange> ranges) {
  std::uint64_t members = 0;
  for (const RankRange &range : ranges) {
    if (!isRange(range)) return false;
    members += range.count;
  }
  return members <= kMaxRanks;
}

bool isRoutine(std::uint16_t number) { return number < mpi::routines().size(); }

std::vector<std::size_t> countResults() {
  std::vector<std::size_t> counts;
  for (const mpi::RoutineInfo &routine : mpi::routines()) {
    std::size_t count = 0;
    for (const mpi::Argument &argument : routine.args()) count += resultsOf(mpi::info(argument.role).capture);
    counts.push_back(count);
  }
  return counts;
}

std::size_t resultCount(std::uint16_t routine) {
  static const std::vector<std::size_t> counts = countResults();
  return counts[routine];
}

std::vector<std::size_t> countArguments() {
  std::vector<std::size_t> counts;
  for (const mpi::RoutineInfo &routine : mpi::routines()) counts.push_back(routine.arity + addressCount(routine));
  return counts;
}

std::size_t argumentCount(std::uint16_t routine) {
  static const std::vector<std::size_t> counts = countArguments();
  return counts[routine];
}

const char *flawOf(const Process &process) {
  if (::strnlen(process.flavor, sizeof process.flavor) == sizeof process.flavor) return "the MPI's name has no end";
  if (process.worldSize > kMaxRanks) return "the world is too large";
  if (process.worldRank >= process.worldSize) return "the rank is outside the world";
  return nullptr;
}

const char *flawOf(const Module &module) {
  if (module.buildIdBytes > sizeof module.buildId) return "the build id is too long";
  if (module.base > module.end) return "it ends before it begins";
  if (!hasStrings(module, 1)) return "the path has no end";
  return nullptr;
}

const char *flawOf(const ResolvedSite &site) { return hasStrings(site, 2) ? nullptr : "file or function has no end"; }

const char *flawOf(const Stack &stack) {
  return fits<std::uint32_t>(stack, stack.count) ? nullptr : "the sites do not fit into it";
}

const char *flawOf(const Comm &comm) {
  if (comm.origin > CommOrigin::Inter) return "unknown origin";
  if (!fits<RankRange>(comm, std::size_t{comm.localRanges} + comm.remoteRanges)) return "the ranges do not fit into it";
  if (!areRanges(localRanges(comm)) || !areRanges(remoteRanges(comm))) return "impossible ranks";
  return nullptr;
}

const char *flawOf(const Group &group) {
  if (!fits<RankRange>(group, group.ranges)) return "the ranges do not fit into it";
  return areRanges(ranges(group)) ? nullptr : "impossible ranks";
}

const char *flawOf(const Neighbors &neighbors) {
  const bool fit = fits<std::int64_t>(neighbors, std::size_t{neighbors.sourceCount} + neighbors.destinationCount);
  return fit ? nullptr : "the ranks do not fit into it";
}

const char *flawOf(const Type &type) {
  return fits<TypeBlock>(type, type.blockCount) ? nullptr : "the blocks do not fit into it";
}

const char *flawOf(const Array &array) {
  if (array.argument >= mpi::kMaxArity) return "no routine has so many arguments";
  return fits<std::int64_t>(array, array.count) ? nullptr : "the values do not fit into it";
}

const char *flawOf(const Enter &enter) {
  if (!isRoutine(enter.routine)) return "unknown routine";
  if (enter.argumentCount != argumentCount(enter.routine)) return "not the routine's number of arguments";
  return fits<std::int64_t>(enter, enter.argumentCount) ? nullptr : "the arguments do not fit into it";
}

const char *flawOf(const Leave &leave) {
  if (!isRoutine(leave.routine)) return "unknown routine";
  if (leave.resultCount != resultCount(leave.routine)) return "not the routine's number of results";
  return fits<std::int64_t>(leave, leave.resultCount) ? nullptr : "the results do not fit into it";
}

/// The accesses must stay inside the address space, also the last of a falling sequence.
const char *flawOf(const Access &access) {
  constexpr std::uint64_t kLastAddress = std::numeric_limits<std::uint64_t>::max();
  if (access.access > AccessKind::AtomicUpdate) return "unknown kind of access";
  if (access.count == 0 || access.bytes == 0) return "nothing is accessed";
  const std::uint64_t step =
      access.stride < 0 ? 0 - static_cast<std::uint64_t>(access.stride) : static_cast<std::uint64_t>(access.stride);
  std::uint64_t reach = 0;
  if (__builtin_mul_overflow(step, access.count - 1, &reach)) return "it leaves the address space";
  const std::uint64_t above = access.stride < 0 ? 0 : reach;
  if (access.stride < 0 && reach > access.address) return "it leaves the address space";
  if (above > kLastAddress - access.address || access.bytes > kLastAddress - access.address - above)
    return "it leaves the address space";
  return nullptr;
}

const char *flawOf(const AccessBits &some) {
  constexpr std::uint64_t kPlaces = sizeof some.bits * 8;
  if (some.access > AccessKind::AtomicUpdate) return "unknown kind of access";
  if (some.bytes == 0 || some.step == 0) return "nothing is accessed";
  const std::uint64_t reach = (kPlaces - 1) * some.step + some.bytes;
  const bool isInside = some.address <= std::numeric_limits<std::uint64_t>::max() - reach;
  return isInside ? nullptr : "it leaves the address space";
}

const char *flawOf(const Value &value) {
  if (value.role > ValueRole::Stored) return "unknown role of a value";
  return value.bytes <= sizeof value.value ? nullptr : "the value does not fit into it";
}

const char *flawOf(const ThreadOrder &order) { return order.event <= ThreadEvent::Blind ? nullptr : "unknown event"; }

const char *flawOf(const Freed &freed) {
  return freed.bytes <= std::numeric_limits<std::uint64_t>::max() - freed.address ? nullptr
                                                                                  : "it leaves the address space";
}

/// In order, disjoint, and inside the element.
const char *flawOf(const Layout &layout) {
  if (::strnlen(layout.name, sizeof layout.name) == sizeof layout.name) return "the name has no end";
  if (!fits<LayoutPart>(layout, layout.partCount)) return "the parts do not fit into it";
  std::uint64_t end = 0;
  for (const LayoutPart &part : parts(layout)) {
    if (part.kind > ValueKind::Anything) return "unknown kind of value";
    if (part.bytes == 0 || part.count == 0 || part.offset < end) return "impossible parts";
    end = part.offset + std::uint64_t{part.count} * part.bytes;
  }
  return end <= layout.bytes ? nullptr : "impossible parts";
}

const char *flawOf(const Memory &memory) {
  if (memory.argument >= mpi::kMaxArity) return "no routine has so many arguments";
  if (memory.kind > MemoryKind::Heap) return "unknown kind of memory";
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  return memory.bytes <= kMost && memory.before <= kMost ? nullptr : "it leaves the address space";
}

const char *flawOf(const Released &released) {
  if (released.how > ReleaseKind::Return) return "unknown way to release memory";
  return released.bytes <= std::numeric_limits<std::uint64_t>::max() - released.address ? nullptr
                                                                                        : "it leaves the address space";
}

const char *flawOf(const Site &) { return nullptr; }
const char *flawOf(const Round &) { return nullptr; }
const char *flawOf(const Failure &failure) { return hasStrings(failure, 2) ? nullptr : "its text has no end"; }
const char *flawOf(const Window &window) {
  if (window.flavor > WindowFlavor::Shared) return "unknown flavor of a window";
  return window.size <= std::numeric_limits<std::uint64_t>::max() - window.base ? nullptr
                                                                                : "it leaves the address space";
}

const char *flawOf(const SharedPart &part) {
  return part.size <= std::numeric_limits<std::uint64_t>::max() - part.base ? nullptr : "it leaves the address space";
}

const char *flawOf(const Callback &) { return nullptr; }
const char *flawOf(const Misplaced &window) { return hasStrings(window, 1) ? nullptr : "the version has no end"; }

const char *flawOf(const Signal &) { return nullptr; }
const char *flawOf(const Exit &) { return nullptr; }

template <class Record>
const char *check(const RecordHeader &header) {
  if (header.words * std::size_t{8} < sizeof(Record)) return "it is too short";
  return flawOf(reinterpret_cast<const Record &>(header));
}

}  // namespace

const char *findFlaw(const RecordHeader &record, std::size_t available) {
  if (available < sizeof(RecordHeader)) return "it is cut off";
  const std::size_t bytes = record.words * std::size_t{8};
  if (bytes > available) return "it is cut off";
  if (bytes > kMaxRecordBytes) return "it is too long";
  switch (record.kind) {
#define RECORD(name, number) \
  case Kind::name:           \
    return check<name>(record);
#include "trace/Records.def"
  }
  return "unknown kind";
}

const char *nameOf(Kind kind) {
  switch (kind) {
#define RECORD(name, number) \
  case Kind::name:           \
    return #name " record";
#include "trace/Records.def"
  }
  return "record";
}

}  // namespace lockstep::trace
