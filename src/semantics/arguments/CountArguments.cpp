#include <fmt/format.h>

#include "semantics/arguments/Judgments.h"

namespace lockstep::semantics {

using mpi::Role;

bool counts(Role role) {
  switch (role) {
    case Role::Count:
    case Role::CountEach:
    case Role::CountsPerRank:
    case Role::TargetCount:
    case Role::Partitions:
    case Role::PartitionCount:
    case Role::Length:
    case Role::BlockCount:
    case Role::BlockLength:
    case Role::BlockLengths:
    case Role::OldBlockLengths:
    case Role::ArraySizes:
    case Role::Degrees:
    case Role::CumulativeDegrees:
    case Role::PackedSize:
    case Role::ExternalPackedSize:
    case Role::AttachedSize:
      return true;
    default:
      return false;
  }
}

Judgment judgeCounts(const CallFacts &facts, std::size_t argument) {
  const char *help = "pass how many there are, 0 for none";
  if (mpi::info(facts.roleOf(argument)).capture != mpi::Capture::ScalarArray) {
    const std::int64_t count = facts.number(argument).value_or(0);
    if (count >= 0) return std::nullopt;
    return Complaint{fmt::format("is {}, but must not be negative", count), help};
  }
  const std::size_t length = facts.length(argument);
  for (std::size_t i = 0; i < length; ++i) {
    const std::int64_t count = facts.element(argument, i).value_or(0);
    if (count < 0)
      return Complaint{fmt::format("holds {} as element {}, but no element may be negative", count, i), help};
  }
  return std::nullopt;
}

}  // namespace lockstep::semantics
