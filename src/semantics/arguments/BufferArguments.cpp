#include "mpi/Special.h"
#include "semantics/arguments/Judgments.h"

namespace lockstep::semantics {

using mpi::Role;
using mpi::When;

namespace {

/// Surely some elements: a count above 0, or a buffer of one element.
bool transfersElements(const CallFacts &facts, std::size_t buffer) {
  const mpi::BufferPlan plan = facts.routine().bufferAt(static_cast<int>(buffer));
  const int index = plan.partitions >= 0 ? plan.partitions : plan.count;
  if (index < 0) return facts.routine().cls == mpi::Class::RmaFetch;
  const auto count = static_cast<std::size_t>(index);
  if (facts.roleOf(count) == Role::Partitions)
    return facts.number(count).value_or(0) > 0 && facts.number(Role::PartitionCount).value_or(0) > 0;
  if (facts.roleOf(count) != Role::CountsPerRank) return facts.number(count).value_or(0) > 0;
  const std::size_t length = facts.length(count);
  const auto isAny = [&](std::size_t part) { return part < length && facts.element(count, part).value_or(0) > 0; };
  if (plan.isScattered && facts.roleOf(buffer) == Role::WriteBuffer) {
    const auto own = facts.ownRank();
    return own && facts.isInter() == false && isAny(static_cast<std::size_t>(*own));
  }
  for (std::size_t part = 0; part < length; ++part)
    if (isAny(part)) return true;
  return false;
}

/// Members without neighbors pass no memory, and of a message from nobody there is no data.
bool mayBeUnused(const CallFacts &facts) {
  if (facts.routine().cls == mpi::Class::CollectiveNeighbor) return true;
  const int message = facts.routine().indexOf(Role::Message);
  return message >= 0 && facts.number(Role::Message).value_or(mpi::kMessageNoProc) == mpi::kMessageNoProc;
}

}  // namespace

Judgment judgeBuffer(const CallFacts &facts, std::size_t argument) {
  const auto address = facts.number(argument);
  if (address == mpi::kInPlace)
    return Complaint{facts.routine().storage[argument].when == When::OffRootOrNotInPlace
                         ? "is MPI_IN_PLACE, which only the root may pass"
                         : "is MPI_IN_PLACE, which is not allowed for this argument",
                     "pass the address of the data"};
  if (address != 0 || mayBeUnused(facts) || !transfersElements(facts, argument)) return std::nullopt;
  const int type = facts.routine().bufferAt(static_cast<int>(argument)).datatype;
  if (type < 0 || facts.roleOf(static_cast<std::size_t>(type)) == Role::DatatypesPerRank) return std::nullopt;
  if (!facts.liesNowhere(static_cast<std::size_t>(type))) return std::nullopt;
  return Complaint{"is NULL, but the call transfers data", "pass memory for the data, or a count of 0"};
}

Judgment judgeWindowMemory(const CallFacts &facts, std::size_t argument) {
  if (facts.number(argument) != 0 || facts.number(Role::WindowSize).value_or(0) <= 0) return std::nullopt;
  return Complaint{"is NULL, but the window has a size", "pass the memory that the window exposes, or a size of 0"};
}

Judgment judgeInPlaceBetweenGroups(const CallFacts &facts, std::size_t argument) {
  if (facts.routine().storage[argument].when != When::NotInPlace || facts.isInter() != true) return std::nullopt;
  if (facts.number(argument) != mpi::kInPlace) return std::nullopt;
  return Complaint{"is MPI_IN_PLACE, which is for intracommunicators only", "pass the address of the data"};
}

}  // namespace lockstep::semantics
