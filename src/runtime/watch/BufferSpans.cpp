#include "runtime/watch/BufferSpans.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "mpi/Significance.h"
#include "runtime/calls/Real.h"
#include "runtime/handles/Datatypes.h"
#include "runtime/handles/Handles.h"
#include "runtime/handles/Topology.h"
#include "runtime/handles/TypeContents.h"
#include "runtime/plans/ArrayLength.h"
#include "runtime/plans/CallPlan.h"
#include "runtime/plans/RawBits.h"

namespace lockstep::runtime {
namespace {

using mpi::Role;
using mpi::When;

constexpr std::size_t kMostBuffers = 4;

/// The arguments that describe a buffer, by index; -1 for missing ones.
struct BufferPlan {
  std::int8_t buffer = -1;
  std::int8_t count = -1;
  std::int8_t displacements = -1;
  std::int8_t datatype = -1;
  std::int8_t partitions = -1;
  std::int8_t peer = -1;
  Role countRole{};
  Role displacementRole{};
  bool isTypePerRank = false;
  When when{};
};

struct BuffersPlan {
  std::uint8_t count = 0;
  std::int8_t op = -1;
  bool hasRoot = false;
  bool hasArrays = false;  // read by a nonblocking operation until completion
  std::array<BufferPlan, kMostBuffers> buffers{};
};

std::array<BuffersPlan, mpi::kRoutineCount> gPlans;

bool isBuffer(Role role) {
  return role == Role::ReadBuffer || role == Role::WriteBuffer || role == Role::UpdateBuffer ||
         role == Role::BcastBuffer;
}

/// Consecutive buffers share their description, so other buffers in between are skipped.
BufferPlan planBuffer(const mpi::RoutineInfo &row, std::size_t buffer) {
  BufferPlan plan;
  plan.buffer = static_cast<std::int8_t>(buffer);
  plan.when = row.storage[buffer].when;
  plan.peer = static_cast<std::int8_t>(row.peerOf(buffer));
  for (std::size_t i = buffer + 1; i < row.arity && plan.datatype < 0; ++i) {
    const auto here = static_cast<std::int8_t>(i);
    switch (const Role role = row.storage[i].role; role) {
      case Role::Count:
      case Role::CountEach:
      case Role::CountsPerRank:
      case Role::PartitionCount:
        plan.count = here;
        plan.countRole = role;
        break;
      case Role::DisplsPerRank:
      case Role::ByteDisplsPerRank:
      case Role::AddressDisplsPerRank:
        plan.displacements = here;
        plan.displacementRole = role;
        break;
      case Role::Partitions:
        plan.partitions = here;
        break;
      case Role::Datatype:
      case Role::DatatypesPerRank:
        plan.datatype = here;
        plan.isTypePerRank = role == Role::DatatypesPerRank;
        break;
      default:
        break;
    }
  }
  return plan;
}

struct TypeExtent {
  std::int64_t extent = 0;
  std::int64_t trueLower = 0;
  std::int64_t trueExtent = 0;
};

TypeExtent askExtent(MPI_Datatype type) {
  MPI_Count lower = 0;
  MPI_Count extent = 0;
  MPI_Count trueLower = 0;
  MPI_Count trueExtent = 0;
  if (LOCKSTEP_REAL(Type_get_extent_x)(type, &lower, &extent) != MPI_SUCCESS) return {};
  LOCKSTEP_REAL(Type_get_true_extent_x)(type, &trueLower, &trueExtent);
  return {extent, trueLower, trueExtent};
}

/// Predefined types are queried once; an invalid datatype has none.
TypeExtent extentOf(std::int64_t bits) {
  static std::atomic<std::int32_t> known[256];
  const std::int64_t id = handleId(mpi::Element::Datatype, bits);
  const auto type = handleFrom<MPI_Datatype>(bits);
  if (id <= 0) return {};
  if (!isPredefined(id)) return askExtent(type);
  std::atomic<std::int32_t> &extent = known[static_cast<std::size_t>(id) % std::size(known)];
  if (extent.load(std::memory_order_relaxed) == 0)
    extent.store(static_cast<std::int32_t>(askExtent(type).extent), std::memory_order_relaxed);
  const std::int64_t bytes = extent.load(std::memory_order_relaxed);
  return {bytes, 0, bytes};
}

Span spanAt(std::int64_t address, std::int64_t lower, std::int64_t length) {
  const std::int64_t begin = address + lower;
  if (length <= 0 || !isAddress(begin) || begin < 0) return {};
  return {static_cast<std::uintptr_t>(begin), static_cast<std::uintptr_t>(begin + length)};
}

/// `count` times `length` bytes, `extent` apart.
Span repeated(std::int64_t address, std::int64_t lower, std::int64_t length, std::int64_t count, std::int64_t extent) {
  const std::int64_t reach = (count - 1) * extent;
  return spanAt(address, lower + std::min<std::int64_t>(reach, 0), length + std::max(reach, -reach));
}

/// The gaps are so much larger than the data that watching them would cost.
bool isSparse(const Span &span, std::int64_t count, MPI_Datatype type) {
  constexpr std::uintptr_t kTolerable = std::uintptr_t{1} << 20;
  if (span.end - span.begin <= kTolerable) return false;
  MPI_Count size = 0;
  LOCKSTEP_REAL(Type_size_x)(type, &size);
  return (span.end - span.begin) / 16 > static_cast<std::uintptr_t>(std::max<std::int64_t>(size * count, 1));
}

void addElements(SpanList &spans, std::int64_t address, std::int64_t count, std::int64_t datatype) {
  if (count <= 0) return;
  const TypeExtent extent = extentOf(datatype);
  const Span whole = repeated(address, extent.trueLower, extent.trueExtent, count, extent.extent);
  if (whole.isEmpty()) return;
  const auto layout = isSparse(whole, count, handleFrom<MPI_Datatype>(datatype))
                          ? layoutOfType(handleId(mpi::Element::Datatype, datatype))
                          : nullptr;
  if (layout == nullptr || layout->blocks().empty()) return spans.add(whole);
  for (const semantics::TypeBlock &block : layout->blocks()) {
    const auto run = static_cast<std::int64_t>(semantics::extentOf(semantics::infoOf(block.basic)) * block.elements);
    const std::int64_t reach = (std::int64_t{block.count} - 1) * block.stride;
    spans.add(repeated(address, block.displacement + std::min<std::int64_t>(reach, 0), run + std::max(reach, -reach),
                       count, extent.extent));
  }
}

std::int64_t elementOf(std::int64_t array, std::size_t index, std::size_t width) {
  const auto *at = reinterpret_cast<const char *>(array) + index * width;
  if (width == sizeof(std::int64_t)) return handleBehind<std::int64_t>(rawBits(at));
  return handleBehind<std::int32_t>(rawBits(at));
}

/// A call whose buffers are computed.
class Buffers {
 public:
  Buffers(mpi::Routine routine, const std::int64_t *raw)
      : row_(mpi::info(routine)),
        call_(callPlan(routine)),
        plan_(gPlans[static_cast<std::size_t>(routine)]),
        raw_(raw) {}

  SpanList spans() {
    SpanList spans;
    for (std::size_t i = 0; i < plan_.count; ++i)
      if (isSignificant(plan_.buffers[i])) addBuffer(spans, plan_.buffers[i]);
    if (plan_.hasArrays && row_.timing != mpi::Timing::Local) addArrays(spans);
    return spans;
  }

  Span span(int argument) const {
    Span whole;
    for (std::size_t i = 0; i < plan_.count; ++i) {
      if (plan_.buffers[i].buffer != argument || !isSignificant(plan_.buffers[i])) continue;
      SpanList spans;
      addBuffer(spans, plan_.buffers[i]);
      spans.forEach([&](const Span &span) {
        whole = whole.isEmpty() ? span : Span{std::min(whole.begin, span.begin), std::max(whole.end, span.end)};
      });
    }
    return whole;
  }

 private:
  bool isSignificant(const BufferPlan &buffer) const {
    if (raw_[buffer.buffer] == rawBits(MPI_IN_PLACE)) return false;
    switch (buffer.when) {
      case When::Always:
        if (!plan_.hasRoot) return true;
        break;
      case When::NotNoOp:
        if (plan_.op >= 0 && raw_[plan_.op] == rawBits(MPI_NO_OP)) return false;
        [[fallthrough]];
      case When::NotProcNull:
        return buffer.peer < 0 || raw_[buffer.peer] != MPI_PROC_NULL;
      case When::AtRoot:
      case When::OffRoot:
      case When::NotInPlace:
      case When::AtRootNotInPlace:
      case When::OffRootOrNotInPlace:
      case When::NotFirst:
        break;
    }
    return isSignificantHere(buffer);
  }

  /// Nothing else may be queried.
  bool hasComm() const { return call_.comm >= 0 && handleId(mpi::Element::Comm, raw_[call_.comm]) > 0; }

  bool isSignificantHere(const BufferPlan &buffer) const {
    return mpi::isSignificant(
        row_, static_cast<std::size_t>(buffer.buffer), [&] { return standing(); },
        [&](std::size_t i) { return translated(call_.arguments[i].special, raw_[i]); });
  }

  mpi::Standing standing() const {
    if (!hasComm()) return {};
    const auto comm = handleFrom<MPI_Comm>(raw_[call_.comm]);
    int isInter = 0;
    int rank = 0;
    LOCKSTEP_REAL(Comm_test_inter)(comm, &isInter);
    LOCKSTEP_REAL(Comm_rank)(comm, &rank);
    return {isInter != 0, rank};
  }

  void addBuffer(SpanList &spans, const BufferPlan &buffer) const {
    const std::int64_t address = raw_[buffer.buffer];
    if (buffer.datatype < 0) return;
    if (buffer.count >= 0 && buffer.countRole == Role::CountsPerRank) return addParts(spans, buffer);
    std::int64_t count = buffer.count >= 0 ? raw_[buffer.count] : 1;
    if (buffer.countRole == Role::CountEach) count *= members();
    if (buffer.partitions >= 0) count *= raw_[buffer.partitions];
    addElements(spans, address, count, raw_[buffer.datatype]);
  }

  /// A part for every member, each at its own displacement; without displacements they are consecutive.
  void addParts(SpanList &spans, const BufferPlan &buffer) const {
    const std::size_t length = ArrayLengths(call_, raw_).of(static_cast<std::size_t>(buffer.count));
    const std::size_t countWidth = widthOf(buffer.count);
    std::int64_t extent = 0;
    if (!buffer.isTypePerRank) extent = extentOf(raw_[buffer.datatype]).extent;
    std::int64_t behind = 0;
    for (std::size_t i = 0; i < length; ++i) {
      const std::int64_t count = elementOf(raw_[buffer.count], i, countWidth);
      std::int64_t place = behind * extent;
      behind += count;
      if (buffer.displacements >= 0) {
        place = elementOf(raw_[buffer.displacements], i, widthOf(buffer.displacements));
        if (buffer.displacementRole == Role::DisplsPerRank) place *= extent;
      }
      const std::int64_t bits =
          buffer.isTypePerRank ? elementOf(raw_[buffer.datatype], i, widthOf(buffer.datatype)) : raw_[buffer.datatype];
      addElements(spans, raw_[buffer.buffer] + place, count, bits);
    }
  }

  /// Counts, displacements and datatypes must stay as they are until the operation is complete.
  void addArrays(SpanList &spans) const {
    for (std::size_t i = 0; i < call_.arity; ++i) {
      const mpi::Capture capture = call_.arguments[i].capture;
      if (capture != mpi::Capture::ScalarArray && capture != mpi::Capture::HandleArray) continue;
      const std::size_t bytes = ArrayLengths(call_, raw_).of(i) * call_.arguments[i].width;
      spans.add(spanAt(raw_[i], 0, static_cast<std::int64_t>(bytes)));
    }
  }

  std::size_t widthOf(int argument) const { return call_.arguments[static_cast<std::size_t>(argument)].width; }

  std::int64_t members() const {
    if (!hasComm()) return 0;
    const auto comm = handleFrom<MPI_Comm>(raw_[call_.comm]);
    if (call_.hasNeighbors) {
      const NeighborCounts counts = countNeighbors(comm);
      return std::max(counts.sources, counts.destinations);
    }
    int size = 0;
    int remote = 0;
    int isInter = 0;
    LOCKSTEP_REAL(Comm_size)(comm, &size);
    LOCKSTEP_REAL(Comm_test_inter)(comm, &isInter);
    if (isInter != 0) LOCKSTEP_REAL(Comm_remote_size)(comm, &remote);
    return std::max(size, remote);
  }

  const mpi::RoutineInfo &row_;
  const CallPlan &call_;
  const BuffersPlan &plan_;
  const std::int64_t *raw_;
};

}  // namespace

void findBuffers() {
  for (const mpi::RoutineInfo &row : mpi::routines()) {
    BuffersPlan &plan = gPlans[static_cast<std::size_t>(row.routine)];
    plan.op = static_cast<std::int8_t>(row.indexOf(Role::Op));
    plan.hasRoot = row.indexOf(Role::Root) >= 0;
    for (std::size_t i = 0; i < row.arity; ++i) {
      const Role role = row.storage[i].role;
      if (isBuffer(role) && plan.count < kMostBuffers) plan.buffers[plan.count++] = planBuffer(row, i);
      plan.hasArrays = plan.hasArrays || mpi::info(role).name.ends_with("PerRank");
    }
  }
}

bool hasBuffers(mpi::Routine routine) { return gPlans[static_cast<std::size_t>(routine)].count > 0; }

Span bufferSpan(mpi::Routine routine, const std::int64_t *raw, int argument) {
  return Buffers(routine, raw).span(argument);
}

SpanList bufferSpans(mpi::Routine routine, const std::int64_t *raw) { return Buffers(routine, raw).spans(); }

}  // namespace lockstep::runtime
