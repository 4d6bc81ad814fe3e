#include "runtime/plans/ArrayLength.h"

#include <mpi.h>

#include "runtime/calls/Real.h"
#include "runtime/handles/Handles.h"
#include "runtime/handles/Topology.h"
#include "runtime/plans/RawBits.h"
#include "trace/Record.h"

namespace lockstep::runtime {

std::optional<CommShape> shapeOfComm(const CallPlan &plan, const std::int64_t *raw) {
  if (plan.comm < 0) return std::nullopt;
  const std::int64_t bits = raw[plan.comm];
  const std::int64_t id = handleId(mpi::Element::Comm, bits);
  if (id == trace::kNullHandle || id == trace::kUnknownHandle) return std::nullopt;
  const auto comm = handleFrom<MPI_Comm>(bits);
  CommShape shape;
  int isInter = 0;
  LOCKSTEP_REAL(Comm_test_inter)(comm, &isInter);
  LOCKSTEP_REAL(Comm_rank)(comm, &shape.rank);
  LOCKSTEP_REAL(Comm_size)(comm, &shape.size);
  shape.isInter = isInter != 0;
  shape.members = shape.size;
  if (shape.isInter) LOCKSTEP_REAL(Comm_remote_size)(comm, &shape.members);
  if (plan.hasNeighbors) {
    const NeighborCounts counts = countNeighbors(comm);
    shape.sources = counts.sources;
    shape.destinations = counts.destinations;
  }
  return shape;
}

/// The number given by the degrees, if valid; of very many degrees only some are read.
std::size_t ArrayLengths::edges(std::size_t degrees) const {
  constexpr std::size_t kMost = std::size_t{1} << 16;
  const ArgumentPlan &array = plan_.arguments[degrees];
  if (!isAddress(raw_[degrees]) || array.width != sizeof(int)) return 0;
  const std::size_t nodes = statedLength(array, raw_);
  if (shortArrays_ != nullptr && shortArrays_->limit(degrees, nodes) < nodes) return 0;
  const auto *each = reinterpret_cast<const int *>(raw_[degrees]);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < nodes && sum < kMost; ++i) {
    const int degree = each[i] - (array.isCumulative && i > 0 ? each[i - 1] : 0);
    if (each[i] < 0 || degree < 0) return 0;
    sum += static_cast<std::size_t>(degree);
  }
  return sum < kMost ? sum : kMost;
}

/// 0 for a communicator without a grid.
std::size_t ArrayLengths::dimensions() const {
  if (plan_.comm < 0) return 0;
  const std::int64_t bits = raw_[plan_.comm];
  const std::int64_t id = handleId(mpi::Element::Comm, bits);
  if (id == trace::kNullHandle || id == trace::kUnknownHandle) return 0;
  return static_cast<std::size_t>(gridDimensions(handleFrom<MPI_Comm>(bits)));
}

std::size_t ArrayLengths::conditional(std::size_t argument) {
  const ArgumentPlan &array = plan_.arguments[argument];
  if (array.elements == Elements::Triples) return 3 * statedLength(array, raw_);
  if (array.elements == Elements::Edges) return edges(static_cast<std::size_t>(array.length));
  if (array.elements == Elements::Dimensions) return dimensions();
  if (!shape_) shape_ = shapeOfComm(plan_, raw_);
  if (!shape_ || !significance(plan_, raw_, argument, [&] { return shape_->standing(); }).value_or(false)) return 0;
  switch (array.elements) {
    case Elements::None:
    case Elements::Triples:
    case Elements::Edges:
    case Elements::Dimensions:
      return 0;
    case Elements::Stated:
      return statedLength(array, raw_);
    case Elements::Members:
      return static_cast<std::size_t>(shape_->members);
    case Elements::LocalMembers:
      return static_cast<std::size_t>(shape_->size);
    case Elements::Sources:
      return static_cast<std::size_t>(shape_->sources);
    case Elements::Destinations:
      return static_cast<std::size_t>(shape_->destinations);
  }
  return 0;
}

}  // namespace lockstep::runtime
