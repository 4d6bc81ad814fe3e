// Reads statuses, and passes statuses of the recorder for programs that ignore them, so that source and length of the
// message are known.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>

#include "runtime/plans/SpecialValues.h"
#include "trace/Record.h"

namespace lockstep::runtime {

inline constexpr std::size_t kStatusValues = 4;  // source, tag, error, bytes

/// Reads the fields of the library's ABI; querying them would cost two calls. Only for a request the library sets
/// whether it was cancelled: otherwise the flag has the previous content of the program's variable.
inline std::int64_t bytesOf(const MPI_Status &status, bool isOfRequest) {
#ifdef OPEN_MPI
  return isOfRequest && status._cancelled != 0 ? trace::kCancelledBytes : static_cast<std::int64_t>(status._ucount);
#else
  const auto high = static_cast<std::uint32_t>(status.count_hi_and_cancelled);
  const auto low = static_cast<std::uint32_t>(status.count_lo);
  return isOfRequest && (high & 1) != 0 ? trace::kCancelledBytes : (std::int64_t{high >> 1} << 32) + low;
#endif
}

/// `error`: that of this operation.
inline void describe(const MPI_Status &status, bool isOfRequest, std::int64_t error, std::int64_t *values) {
  values[0] = translated(Special::Rank, status.MPI_SOURCE);
  values[1] = translated(Special::Tag, status.MPI_TAG);
  values[2] = error;
  values[3] = error == MPI_SUCCESS ? bytesOf(status, isOfRequest) : -1;
}

/// As of an operation that is not there: a library sets of a send's status only whether it was cancelled.
inline void makeEmpty(MPI_Status &status) {
  status = {};
  status.MPI_SOURCE = MPI_ANY_SOURCE;
  status.MPI_TAG = MPI_ANY_TAG;
}

}  // namespace lockstep::runtime
