#include "semantics/arguments/CountArguments.h"

#include <fmt/format.h>

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

Judgment judgeCount(std::int64_t value, std::optional<std::size_t> element) {
  if (value >= 0) return std::nullopt;
  const char *help = "pass how many there are, 0 for none";
  if (!element) return Complaint{fmt::format("is {}, but must not be negative", value), help};
  return Complaint{fmt::format("holds {} as element {}, but no element may be negative", value, *element), help};
}

}  // namespace lockstep::semantics
