#include "engine/calls/Footprint.h"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "engine/calls/CallData.h"
#include "engine/calls/Significance.h"
#include "engine/process/Process.h"
#include "mpi/Rma.h"
#include "mpi/Significance.h"
#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::Class;
using mpi::Role;
using mpi::Timing;

bool isDispls(Role role) {
  return role == Role::DisplsPerRank || role == Role::ByteDisplsPerRank || role == Role::AddressDisplsPerRank;
}

std::uint64_t bytesOf(mpi::Element element) { return element == mpi::Element::Int ? 4 : 8; }

class Footprint {
 public:
  explicit Footprint(const Call &call) : call_(call), routine_(*call.routine) {}

  std::vector<MemoryPart> parts() &&;

 private:
  void addBuffer(std::size_t buffer);
  void addWhole(std::uint64_t times);
  void addPartitions();
  void addPerMember();
  void addPerNeighbor(std::span<const std::int64_t> neighbors);
  void addScattered();
  void addArray(std::size_t argument);
  void add(std::int64_t displacement, Elements elements, std::int64_t partition = -1);

  bool writes(std::size_t buffer) const;
  bool isRoot() const;
  std::optional<std::pair<unsigned, unsigned>> ownGroup() const;
  std::optional<std::uint64_t> peerCount() const;
  const NeighborLists *neighbors() const;

  const Call &call_;
  const mpi::RoutineInfo &routine_;
  std::vector<MemoryPart> parts_;

  // The buffer at hand.
  std::int64_t address_ = 0;
  std::size_t buffer_ = 0;
  bool isWritten_ = false;
  std::optional<BufferData> data_;
};

std::optional<unsigned> positionOf(const Call &call) {
  return call.comm ? call.comm->positionOf(call.rank()) : std::nullopt;
}

bool Footprint::isRoot() const {
  const std::int64_t root = call_.argument(Role::Root).value_or(mpi::kProcNull);
  if (call_.comm && call_.comm->isInter()) return root == mpi::kRootHere;
  const auto position = positionOf(call_);
  return position && root == static_cast<std::int64_t>(*position);
}

/// Where the buffer is read and then written, a side that has no partner does not take place.
bool Footprint::writes(std::size_t buffer) const {
  switch (routine_.storage[buffer].role) {
    case Role::WriteBuffer:
      return true;
    case Role::UpdateBuffer:
      return call_.argument(Role::Source).value_or(0) != mpi::kProcNull;
    case Role::BcastBuffer:
      return !isRoot();
    default:
      return false;
  }
}

/// The positions of the members of the caller's own group.
std::optional<std::pair<unsigned, unsigned>> Footprint::ownGroup() const {
  const auto position = positionOf(call_);
  if (!position) return std::nullopt;
  const auto peers = call_.comm->peers(*position);
  return call_.comm->isInter() ? call_.comm->peers(peers.first) : peers;
}

std::optional<std::uint64_t> Footprint::peerCount() const {
  const auto position = positionOf(call_);
  if (!position) return std::nullopt;
  const auto [first, end] = call_.comm->peers(*position);
  return end - first;
}

const NeighborLists *Footprint::neighbors() const {
  const auto known = call_.process->neighbors.find(call_.comm ? call_.comm->id() : 0);
  return known == call_.process->neighbors.end() ? nullptr : &known->second;
}

void Footprint::add(std::int64_t displacement, Elements elements, std::int64_t partition) {
  auto part = memoryPart(moved(address_, 1, displacement), elements);
  if (!part) return;
  part->argument = static_cast<int>(buffer_);
  part->isWritten = isWritten_;
  part->partition = partition;
  parts_.push_back(*part);
}

/// The buffer holds what its arguments say, so many times.
void Footprint::addWhole(std::uint64_t times) {
  auto data = data_->at();
  if (!data || __builtin_mul_overflow(data->count, times, &data->count)) return;
  add(0, *data);
}

void Footprint::addPartitions() {
  const auto data = data_->at();
  const std::int64_t partitions = call_.argument(Role::Partitions).value_or(0);
  if (!data || partitions <= 0) return;
  const Elements each{data->count / static_cast<std::uint64_t>(partitions), data->type};
  for (std::int64_t i = 0; i < partitions; ++i)
    add(moved(0, each.count * static_cast<std::uint64_t>(i), data->type->extent), each, i);
}

/// Every part has a count, a displacement and perhaps a type of its own.
void Footprint::addPerMember() {
  const int displsAt = routine_.bufferAt(static_cast<int>(buffer_)).displacements;
  const auto displs = call_.array(displsAt);
  const bool isInBytes =
      displsAt >= 0 && routine_.storage[static_cast<std::size_t>(displsAt)].role != Role::DisplsPerRank;
  for (std::size_t i = 0; i < displs.size(); ++i) {
    const auto data = data_->at(i);
    if (!data) continue;
    const std::int64_t unit = isInBytes ? 1 : data->type->extent;
    add(moved(0, static_cast<std::uint64_t>(displs[i]), unit), *data);
  }
}

/// Nothing is exchanged with a neighbor that does not exist, but its place is there.
void Footprint::addPerNeighbor(std::span<const std::int64_t> neighbors) {
  const auto data = data_->at();
  if (!data) return;
  for (std::size_t i = 0; i < neighbors.size(); ++i)
    if (neighbors[i] != mpi::kProcNull) add(moved(0, data->count * i, data->type->extent), *data);
}

/// A reduction whose result is scattered reads all parts, side by side, and writes this member's.
void Footprint::addScattered() {
  const auto position = positionOf(call_);
  const auto group = ownGroup();
  if (!position || !group) return;
  const bool readsAll =
      !isWritten_ || call_.arguments[static_cast<std::size_t>(routine_.indexOf(Role::ReadBuffer))] == mpi::kInPlace;
  Elements all;
  std::optional<Elements> own;
  for (unsigned i = 0; i < group->second - group->first; ++i) {
    const auto data = data_->at(i);
    if (!data) return;
    all = {all.count + data->count, data->type};
    if (group->first + i == *position) own = data;
  }
  if (isWritten_ && own) add(0, *own);
  if (!readsAll) return;
  isWritten_ = false;
  add(0, all);
}

void Footprint::addBuffer(std::size_t buffer) {
  if (buffer >= call_.arguments.size() || call_.arguments[buffer] == mpi::kInPlace) return;
  const int count = routine_.bufferAt(static_cast<int>(buffer)).count;
  if (count < 0 || !isSignificant(call_, buffer)) return;
  buffer_ = buffer;
  address_ = call_.arguments[buffer];
  isWritten_ = writes(buffer);
  data_.emplace(call_, static_cast<int>(buffer));

  const Role role = routine_.storage[static_cast<std::size_t>(count)].role;
  const bool isScattered = routine_.indexOf(Role::Op) >= 0;
  if (role == Role::PartitionCount) return addPartitions();
  if (role == Role::Count) return addWhole(1);
  if (isScattered) return addScattered();
  if (role == Role::CountsPerRank) return addPerMember();
  if (routine_.cls == Class::CollectiveNeighbor) {
    if (const NeighborLists *lists = neighbors()) addPerNeighbor(isWritten_ ? lists->sources : lists->destinations);
    return;
  }
  if (const auto peers = peerCount()) addWhole(*peers);
}

void Footprint::addArray(std::size_t argument) {
  if (argument >= call_.arguments.size() || !isSignificant(call_, argument)) return;
  const std::uint64_t length = call_.array(static_cast<int>(argument)).size();
  const mpi::Element element = mpi::elementOf(routine_, routine_.storage[argument].role);
  buffer_ = argument;
  address_ = call_.arguments[argument];
  isWritten_ = false;
  add(0, {length * bytesOf(element), predefinedType(static_cast<std::int64_t>(mpi::PredefinedType::Byte))});
}

std::vector<MemoryPart> Footprint::parts() && {
  const bool goesOn = routine_.timing == Timing::Nonblocking || routine_.timing == Timing::Persistent;
  for (std::size_t i = 0; i < routine_.arity; ++i) {
    const Role role = routine_.storage[i].role;
    if (mpi::isDataBuffer(role))
      addBuffer(i);
    else if (goesOn && (role == Role::CountsPerRank || isDispls(role)))
      addArray(i);
  }
  return std::move(parts_);
}

}  // namespace

bool hasFootprint(const mpi::RoutineInfo &routine) {
  static const auto kHave = [] {
    std::bitset<mpi::kRoutineCount> have;
    for (const mpi::RoutineInfo &row : mpi::routines())
      have[static_cast<std::size_t>(row.routine)] =
          !isRma(row.cls) && std::ranges::any_of(row.args(), mpi::isDataBuffer, &mpi::Argument::role);
    return have;
  }();
  return kHave[static_cast<std::size_t>(routine.routine)];
}

const std::vector<MemoryPart> &footprintOf(const Call &call) {
  std::optional<std::vector<MemoryPart>> &known = call.deduced().footprint;
  if (!known) known = hasFootprint(*call.routine) ? Footprint(call).parts() : std::vector<MemoryPart>{};
  return *known;
}

}  // namespace lockstep::engine
