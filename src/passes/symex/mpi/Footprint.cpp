// Which bytes a call means by a buffer, its counts and its datatypes.
//
// A rank's share of a collective's buffer depends on the size of the group; neighborhood collectives have a share per
// neighbor, which is not known.
#include <algorithm>

#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Role;

constexpr std::int64_t kLargestGroup = 64;
constexpr std::size_t kMostRuns = 256;  // of a buffer

/// In reduce_scatter and its forms the counts describe what is read; what is written is the caller's share.
bool scatters(const mpi::RoutineInfo &routine) {
  switch (routine.base) {
    case mpi::Routine::Reduce_scatter:
    case mpi::Routine::Ireduce_scatter:
    case mpi::Routine::Reduce_scatter_init:
    case mpi::Routine::Reduce_scatter_block:
    case mpi::Routine::Ireduce_scatter_block:
    case mpi::Routine::Reduce_scatter_block_init:
      return true;
    default:
      return false;
  }
}

/// Whether a buffer has the parts of all ranks, or only that of the caller.
enum class Share : bool { All, Own };

Footprint toFootprint(const semantics::Layout &layout) {
  Footprint print{layout.runs(kMostRuns), layout.isWhole(), static_cast<std::int64_t>(layout.size())};
  for (semantics::StridedRun &run : print.runs) run = semantics::normalized(run);
  print.isWhole = print.isWhole && print.runs.size() < kMostRuns;
  return print;
}

/// Nothing where the number is not known.
std::optional<std::int64_t> countOf(const CallView &view, std::size_t index, Share share) {
  const mpi::RoutineInfo &routine = view.routine();
  const auto count = view.number(index);
  if (!count) return std::nullopt;
  if (routine.args()[index].role == Role::Partitions) {
    const auto each = view.number(Role::PartitionCount);
    return each ? std::optional(*count * *each) : std::nullopt;
  }
  if (routine.args()[index].role != Role::CountEach || share == Share::Own) return count;
  const auto ranks = view.groupSize();
  if (!ranks || routine.cls == mpi::Class::CollectiveNeighbor) return std::nullopt;
  return *count * *ranks;
}

/// One block per rank, each of its own type where there is a list of them.
Footprint blocksOf(const CallView &view, const mpi::BufferPlan &plan, Share share) {
  const mpi::RoutineInfo &routine = view.routine();
  const std::int64_t ranks = view.groupSize().value_or(0);
  if (ranks <= 0 || ranks > kLargestGroup || routine.cls == mpi::Class::CollectiveNeighbor) return {};
  const auto types = static_cast<std::size_t>(plan.datatype);
  const auto lengths = view.numbers(static_cast<std::size_t>(plan.count), ranks);
  if (!lengths) return {};
  const bool isTypeList = routine.args()[types].role == Role::DatatypesPerRank;
  const auto typeOf = [&](std::int64_t rank) -> semantics::LayoutPtr {
    if (isTypeList) return layoutOf(view, types, rank);
    const auto passed = view.value(types);
    return passed ? layoutOf(view, *passed) : nullptr;
  };
  const bool hasPlaces = plan.displacements >= 0;
  const auto displacements = hasPlaces ? view.numbers(static_cast<std::size_t>(plan.displacements), ranks)
                                       : std::optional(std::vector<std::int64_t>(static_cast<std::size_t>(ranks), 0));
  if (!displacements) return {};
  semantics::Layout all;
  const auto own = view.standing().ownRank;
  std::int64_t behind = 0;
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    const auto i = static_cast<std::size_t>(rank);
    if (share == Share::Own && own != rank) continue;
    const semantics::LayoutPtr type = typeOf(rank);
    if (!type) return {};
    const bool isElsewhere = hasPlaces ? !isTypeList && (*displacements)[i] != 0 : rank > 0;
    if (isElsewhere && !type->isExtentKnown()) return {};
    const std::int64_t at = hasPlaces ? (*displacements)[i] * (isTypeList ? 1 : type->extent()) : behind;
    all.addRow(*type, at, (*lengths)[i]);
    if (share == Share::All) behind += (*lengths)[i] * type->extent();
  }
  return toFootprint(all);
}

Footprint footprintOf(const CallView &view, std::size_t buffer, Share share) {
  const mpi::RoutineInfo &routine = view.routine();
  const mpi::BufferPlan plan = routine.bufferAt(static_cast<int>(buffer));
  if (plan.datatype < 0) return {};
  const auto types = static_cast<std::size_t>(plan.datatype);
  const int index = plan.partitions >= 0 ? plan.partitions : plan.count;
  if (index >= 0 && routine.args()[static_cast<std::size_t>(index)].role == Role::CountsPerRank)
    return blocksOf(view, plan, share);
  const auto count =
      index >= 0 ? countOf(view, static_cast<std::size_t>(index), share) : std::optional<std::int64_t>(1);
  const auto passed = view.value(types);
  const semantics::LayoutPtr type = passed ? layoutOf(view, *passed) : nullptr;
  if (!count || !type) return {};
  semantics::Layout all;
  all.addRow(*type, 0, *count);
  return toFootprint(all);
}

}  // namespace

Footprint footprintOf(const CallView &view, std::size_t buffer) {
  const bool isResult = view.routine().args()[buffer].role == Role::WriteBuffer;
  return footprintOf(view, buffer, isResult && scatters(view.routine()) ? Share::Own : Share::All);
}

std::optional<Footprint> readInPlace(const CallView &view, std::size_t buffer) {
  const bool isResult = view.routine().args()[buffer].role == Role::WriteBuffer;
  if (!isResult || !scatters(view.routine()) || view.number(Role::ReadBuffer) != mpi::kInPlace) return std::nullopt;
  return footprintOf(view, buffer, Share::All);
}

}  // namespace lockstep::passes::symex
