// Translates the special values of this mpi.h into those of mpi/Special.h, by the role of the argument. Which values an
// argument can have is computed once, in its plan, so that a call needs only one or two comparisons.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "mpi/Routine.h"
#include "mpi/Special.h"
#include "runtime/plans/RawBits.h"

namespace lockstep::runtime {

enum class Special : std::uint8_t {
  None,
  Rank,
  Tag,
  Undefined,
  Buffer,
  Status,
  LockType,
  Assertion,
};

/// The special values that an argument of this role can have.
Special specialsOf(mpi::Role role);

/// A negative rank, tag or number.
std::int64_t specialNumber(Special kind, std::int64_t value);
/// 0 for a value that is not a lock type.
std::int64_t lockType(std::int64_t value);
/// Bits that mean nothing are kept, from bit 8 on.
std::int64_t assertion(std::int64_t value);

inline std::int64_t translated(Special kind, std::int64_t value) {
  switch (kind) {
    case Special::None:
      return value;
    case Special::Rank:
    case Special::Tag:
    case Special::Undefined:
      return value >= 0 ? value : specialNumber(kind, value);
    case Special::Buffer:
      return value == rawBits(MPI_IN_PLACE) ? mpi::kInPlace : value;
    case Special::Status:
      return value == rawBits(MPI_STATUS_IGNORE) || value == rawBits(MPI_STATUSES_IGNORE) ? 0 : value;
    case Special::LockType:
      return lockType(value);
    case Special::Assertion:
      return assertion(value);
  }
  return value;
}

}  // namespace lockstep::runtime
