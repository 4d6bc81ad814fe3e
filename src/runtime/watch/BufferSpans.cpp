#include "runtime/watch/BufferSpans.h"

#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <optional>

#include "runtime/calls/Real.h"
#include "runtime/handles/Datatypes.h"
#include "runtime/handles/Handles.h"
#include "runtime/handles/TypeContents.h"
#include "runtime/plans/ArrayLength.h"
#include "runtime/plans/CallPlan.h"
#include "runtime/plans/RawBits.h"
#include "semantics/Footprint.h"

namespace lockstep::runtime {
namespace {

using mpi::When;

struct TypeExtent {
  std::int64_t extent = 0;
  std::int64_t trueLower = 0;
  std::int64_t trueExtent = 0;
};

TypeExtent queryExtent(MPI_Datatype type) {
  MPI_Count lower = 0;
  MPI_Count extent = 0;
  MPI_Count trueLower = 0;
  MPI_Count trueExtent = 0;
  if (LOCKSTEP_REAL(Type_get_extent_x)(type, &lower, &extent) != MPI_SUCCESS) return {};
  LOCKSTEP_REAL(Type_get_true_extent_x)(type, &trueLower, &trueExtent);
  return {extent, trueLower, trueExtent};
}

/// Those of predefined types are asked once; what is no datatype has none.
TypeExtent askExtent(std::int64_t bits) {
  static std::atomic<std::int32_t> known[256];
  const std::int64_t id = handleId(mpi::Element::Datatype, bits);
  const auto type = handleFrom<MPI_Datatype>(bits);
  if (id <= 0) return {};
  if (!isPredefined(id)) return queryExtent(type);
  std::atomic<std::int32_t> &extent = known[static_cast<std::size_t>(id) % std::size(known)];
  if (extent.load(std::memory_order_relaxed) == 0)
    extent.store(static_cast<std::int32_t>(queryExtent(type).extent), std::memory_order_relaxed);
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

/// A call as semantics::Footprint asks about it. The communicator is asked at most once, and only where that matters.
class RawFacts {
 public:
  using Type = std::int64_t;  // the bits of its handle
  using Number = std::optional<std::int64_t>;

  RawFacts(mpi::Routine routine, const std::int64_t *raw) : plan_(callPlan(routine)), raw_(raw) {}

  const mpi::RoutineInfo &routine() const { return *plan_.row; }
  const CallPlan &plan() const { return plan_; }

  std::optional<bool> significance(int argument) const {
    const ArgumentPlan &plan = planOf(argument);
    switch (plan.when) {
      case When::Always:
        if (plan_.root < 0) return true;
        break;
      case When::NotNoOp:
        if (const int op = routine().indexOf(mpi::Role::Op); op >= 0 && raw_[op] == rawBits(MPI_NO_OP)) return false;
        [[fallthrough]];
      case When::NotProcNull:
        return plan.peer < 0 || raw_[plan.peer] != MPI_PROC_NULL;
      case When::AtRoot:
      case When::OffRoot:
      case When::NotInPlace:
      case When::AtRootNotInPlace:
      case When::OffRootOrNotInPlace:
      case When::NotFirst:
        break;
    }
    return runtime::significance(plan_, raw_, static_cast<std::size_t>(argument), [&] { return standing(); });
  }
  mpi::Standing standing() const { return shape() ? shape_->standing() : mpi::Standing{}; }
  Number number(int argument) const { return translated(planOf(argument).special, raw_[argument]); }
  Number element(int argument, std::size_t index) const {
    return isAddress(raw_[argument]) ? Number(elementAt(argument, index)) : std::nullopt;
  }
  Number lengthOf(int) const { return std::nullopt; }
  Type type(int argument) const { return raw_[argument]; }
  Type type(int argument, std::size_t index) const {
    return isAddress(raw_[argument]) ? elementAt(argument, index) : 0;
  }
  Number extentOf(Type type) const { return extentsOf(type).extent; }
  Number ownGroupSize() const { return shape() ? Number(shape_->size) : std::nullopt; }
  Number peerCount() const { return shape() ? Number(shape_->members) : std::nullopt; }
  Number neighborCount(bool isIncoming) const {
    return shape() ? Number(isIncoming ? shape_->sources : shape_->destinations) : std::nullopt;
  }
  /// All that may exist: to ask for their ranks takes memory.
  bool hasNeighbor(bool, std::size_t) const { return true; }

  /// Those of the last type are kept.
  const TypeExtent &extentsOf(Type type) const {
    if (type != extentType_) {
      extent_ = askExtent(type);
      extentType_ = type;
    }
    return extent_;
  }

 private:
  const ArgumentPlan &planOf(int argument) const { return plan_.arguments[static_cast<std::size_t>(argument)]; }
  std::int64_t elementAt(int argument, std::size_t index) const {
    const std::size_t width = planOf(argument).width;
    const auto *at = reinterpret_cast<const char *>(raw_[argument]) + index * width;
    if (width == sizeof(std::int64_t)) return handleBehind<std::int64_t>(rawBits(at));
    return handleBehind<std::int32_t>(rawBits(at));
  }
  bool shape() const {
    if (!isAsked_) shape_ = shapeOfComm(plan_, raw_);
    isAsked_ = true;
    return shape_.has_value();
  }

  const CallPlan &plan_;
  const std::int64_t *raw_;
  mutable std::optional<CommShape> shape_;
  mutable bool isAsked_ = false;
  mutable Type extentType_ = 0;
  mutable TypeExtent extent_;
};

void addElements(SpanList &spans, std::int64_t address, std::int64_t count, std::int64_t datatype,
                 const TypeExtent &extent) {
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

void addBuffer(SpanList &spans, const RawFacts &facts, const mpi::BufferPlan &buffer, const std::int64_t *raw) {
  semantics::forEachPart(facts, buffer, [&](const semantics::BufferPart<std::int64_t> &part) {
    addElements(spans, raw[buffer.buffer] + part.displacement, static_cast<std::int64_t>(part.count), part.type,
                facts.extentsOf(part.type));
  });
}

/// Counts, displacements and datatypes must stay as they are until the operation is complete.
void addArrays(SpanList &spans, const CallPlan &plan, const std::int64_t *raw) {
  ArrayLengths lengths(plan, raw);
  for (std::size_t i = 0; i < plan.arity; ++i) {
    const mpi::Capture capture = plan.arguments[i].capture;
    if (capture != mpi::Capture::ScalarArray && capture != mpi::Capture::HandleArray) continue;
    spans.add(spanAt(raw[i], 0, static_cast<std::int64_t>(lengths.of(i) * plan.arguments[i].width)));
  }
}

}  // namespace

Span bufferSpan(mpi::Routine routine, const std::int64_t *raw, int argument) {
  SpanList spans;
  addBuffer(spans, RawFacts(routine, raw), mpi::info(routine).bufferAt(argument), raw);
  Span whole;
  spans.forEach([&](const Span &span) {
    whole = whole.isEmpty() ? span : Span{std::min(whole.begin, span.begin), std::max(whole.end, span.end)};
  });
  return whole;
}

SpanList bufferSpans(mpi::Routine routine, const std::int64_t *raw) {
  SpanList spans;
  const RawFacts facts(routine, raw);
  for (const mpi::BufferPlan &buffer : facts.routine().buffers()) addBuffer(spans, facts, buffer, raw);
  if (facts.plan().hasArrays && facts.routine().timing != mpi::Timing::Local) addArrays(spans, facts.plan(), raw);
  return spans;
}

}  // namespace lockstep::runtime
