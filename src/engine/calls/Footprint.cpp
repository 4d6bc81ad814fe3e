#include "engine/calls/Footprint.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "engine/calls/Significance.h"
#include "mpi/Rma.h"
#include "semantics/Footprint.h"

namespace lockstep::engine {
namespace {

using mpi::Role;
using mpi::Timing;

std::uint64_t bytesOf(mpi::Element element) { return element == mpi::Element::Int ? 4 : 8; }

/// A call as semantics::Footprint asks about it.
class RecordedBuffers {
 public:
  using Type = const Datatype *;
  using Number = std::optional<std::int64_t>;

  explicit RecordedBuffers(const Call &call) : call_(call) {}

  const mpi::RoutineInfo &routine() const { return *call_.routine; }
  std::optional<bool> significance(int argument) const {
    const auto index = static_cast<std::size_t>(argument);
    return index < call_.arguments.size() && isSignificant(call_, index);
  }
  mpi::Standing standing() const { return standingOf(call_); }
  Number number(int argument) const {
    const auto index = static_cast<std::size_t>(argument);
    return index < call_.arguments.size() ? Number(call_.arguments[index]) : std::nullopt;
  }
  Number element(int argument, std::size_t index) const {
    const auto array = call_.array(argument);
    return index < array.size() ? Number(array[index]) : std::nullopt;
  }
  Number lengthOf(int array) const {
    const std::size_t length = call_.array(array).size();
    return length > 0 ? Number(static_cast<std::int64_t>(length)) : std::nullopt;
  }
  Type type(int argument) const { return typeOf(number(argument)); }
  Type type(int argument, std::size_t index) const { return typeOf(element(argument, index)); }
  Number extentOf(Type type) const { return type->extent; }
  Number ownGroupSize() const {
    const auto position = positionOf();
    return position ? sizeOf(call_.comm->ownGroup(*position)) : std::nullopt;
  }
  Number peerCount() const {
    const auto position = positionOf();
    return position ? sizeOf(call_.comm->peers(*position)) : std::nullopt;
  }
  Number neighborCount(bool isIncoming) const {
    const auto *known = neighbors(isIncoming);
    return known ? Number(known->size()) : std::nullopt;
  }
  bool hasNeighbor(bool isIncoming, std::size_t index) const {
    const auto *known = neighbors(isIncoming);
    return known == nullptr || index >= known->size() || (*known)[index] != mpi::kProcNull;
  }

 private:
  Type typeOf(Number handle) const { return handle ? call_.datatype(*handle) : nullptr; }
  static Number sizeOf(std::pair<unsigned, unsigned> group) { return group.second - group.first; }
  std::optional<unsigned> positionOf() const {
    return call_.comm ? call_.comm->positionOf(call_.rank()) : std::nullopt;
  }
  const std::vector<std::int64_t> *neighbors(bool isIncoming) const {
    const auto known = call_.process->neighbors.find(call_.comm ? call_.comm->id() : 0);
    return known == call_.process->neighbors.end() ? nullptr : &known->second.of(isIncoming);
  }

  const Call &call_;
};

using Part = semantics::BufferPart<const Datatype *>;

std::optional<MemoryPart> partAt(const Call &call, int argument, const Part &where, Elements elements) {
  auto part = memoryPart(moved(call.arguments[static_cast<std::size_t>(argument)], 1, where.displacement), elements);
  if (!part) return part;
  part->argument = argument;
  part->isWritten = where.isWritten;
  return part;
}

class FootprintBuilder {
 public:
  explicit FootprintBuilder(const Call &call) : call_(call), facts_(call) {}

  std::vector<MemoryPart> parts() && {
    for (const mpi::BufferPlan &plan : call_.routine->buffers()) addBuffer(plan);
    if (call_.routine->timing == Timing::Nonblocking || call_.routine->timing == Timing::Persistent) addArrays();
    return std::move(parts_);
  }

 private:
  void addBuffer(const mpi::BufferPlan &plan) {
    semantics::forEachPart(facts_, plan, [&](const Part &part) {
      if (part.partitions == 0) return add(plan.buffer, part, {part.count, part.type});
      const Elements each{part.count / part.partitions, part.type};
      for (std::uint64_t i = 0; i < part.partitions; ++i)
        add(plan.buffer, {.displacement = moved(0, each.count * i, part.type->extent), .isWritten = part.isWritten},
            each, static_cast<std::int64_t>(i));
    });
  }

  void addArrays() {
    semantics::forEachArray(facts_, [&](int argument, std::optional<std::int64_t> elements) {
      if (!elements) return;
      const Role role = call_.routine->storage[static_cast<std::size_t>(argument)].role;
      const std::uint64_t bytes = bytesOf(mpi::elementOf(*call_.routine, role)) * static_cast<std::uint64_t>(*elements);
      add(argument, {}, {bytes, predefinedType(static_cast<std::int64_t>(mpi::PredefinedType::Byte))});
    });
  }

  void add(int argument, const Part &where, Elements elements, std::int64_t partition = -1) {
    auto part = partAt(call_, argument, where, elements);
    if (!part) return;
    part->partition = partition;
    parts_.push_back(*part);
  }

  const Call &call_;
  const RecordedBuffers facts_;
  std::vector<MemoryPart> parts_;
};

}  // namespace

bool hasFootprint(const mpi::RoutineInfo &routine) { return !isRma(routine.cls) && !routine.buffers().empty(); }

const std::vector<MemoryPart> &footprintOf(const Call &call) {
  std::optional<std::vector<MemoryPart>> &known = call.deduced().footprint;
  if (!known) known = hasFootprint(*call.routine) ? FootprintBuilder(call).parts() : std::vector<MemoryPart>{};
  return *known;
}

std::optional<MemoryPart> localBuffer(const Call &call, const mpi::BufferPlan &plan) {
  std::optional<MemoryPart> found;
  semantics::forEachPart(RecordedBuffers(call), plan, [&](const Part &part) {
    found = partAt(call, plan.buffer, part, {part.count, part.type});
  });
  return found;
}

}  // namespace lockstep::engine
