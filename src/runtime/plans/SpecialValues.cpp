#include "runtime/plans/SpecialValues.h"

namespace lockstep::runtime {
namespace {

using mpi::Role;

constexpr int kUnknownBits = 8;  // where the bits of an assertion begin that mean nothing

struct Bit {
  std::int64_t here;
  std::int64_t stable;
};
constexpr Bit kAssertions[] = {
    {MPI_MODE_NOCHECK, mpi::kNoCheck},     {MPI_MODE_NOSTORE, mpi::kNoStore},     {MPI_MODE_NOPUT, mpi::kNoPut},
    {MPI_MODE_NOPRECEDE, mpi::kNoPrecede}, {MPI_MODE_NOSUCCEED, mpi::kNoSucceed},
};

std::int64_t specialRank(std::int64_t value) {
  if (value == MPI_PROC_NULL) return mpi::kProcNull;
  if (value == MPI_ANY_SOURCE) return mpi::kAnySource;
  if (value == MPI_ROOT) return mpi::kRootHere;
  return value == MPI_UNDEFINED ? mpi::kUndefined : value;
}

}  // namespace

Special specialsOf(Role role) {
  switch (role) {
    case Role::Dest:
    case Role::Source:
    case Role::Target:
    case Role::Root:
    case Role::RemoteLeader:
    case Role::Rank:
    case Role::OwnRank:
    case Role::RankOut:
    case Role::Ranks:
    case Role::RanksOut:
    case Role::Neighbors:
    case Role::NeighborsOut:
    case Role::EdgeEnds:
      return Special::Rank;
    case Role::Tag:
      return Special::Tag;
    case Role::Color:
    case Role::SplitType:
    case Role::Index:
    case Role::Indices:
    case Role::OutCount:
    case Role::IntOrCountOut:
      return Special::Undefined;
    case Role::ReadBuffer:
    case Role::WriteBuffer:
    case Role::UpdateBuffer:
    case Role::BcastBuffer:
      return Special::Buffer;
    case Role::Status:
    case Role::Statuses:
      return Special::Status;
    case Role::LockType:
      return Special::LockType;
    case Role::Assertion:
      return Special::Assertion;
    default:
      return Special::None;
  }
}

std::int64_t specialNumber(Special kind, std::int64_t value) {
  if (kind == Special::Rank) return specialRank(value);
  if (kind == Special::Tag) return value == MPI_ANY_TAG ? mpi::kAnyTag : value;
  return value == MPI_UNDEFINED ? mpi::kUndefined : value;
}

std::int64_t lockType(std::int64_t value) {
  if (value == MPI_LOCK_EXCLUSIVE) return mpi::kLockExclusive;
  return value == MPI_LOCK_SHARED ? mpi::kLockShared : 0;
}

std::int64_t assertion(std::int64_t value) {
  std::int64_t stable = 0;
  for (const Bit &bit : kAssertions) {
    if ((value & bit.here) == 0) continue;
    stable |= bit.stable;
    value &= ~bit.here;
  }
  return stable | (value << kUnknownBits);
}

}  // namespace lockstep::runtime
