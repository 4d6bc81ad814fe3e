// Assigns ids to handles that are the same on every rank.
//
// The ids of communicators, windows and files are derived from their creation (trace/CommId.h), those of groups from
// their members, those of predefined datatypes and operations from their number in mpi/Predefined.def, those of derived
// ones from the order of their creation. Requests, messages and other handles keep their bits: they are local to a
// rank.
#pragma once

#include <cstdint>
#include <cstring>

#include "runtime/plans/CallPlan.h"

namespace lockstep::runtime {

/// MPI_GROUP_EMPTY, which is never created.
inline constexpr std::int64_t kEmptyGroupId = 1;

/// The id of a handle for a record: trace::kNullHandle, trace::kUnknownHandle, or one that a record has defined.
std::int64_t handleId(mpi::Element kind, std::int64_t bits);

/// Maps a handle to its id; id 0 forgets it. Kinds without ids are left alone.
void setHandleId(mpi::Element kind, std::int64_t bits, std::int64_t id);

/// Knows the predefined handles; before any call is recorded.
void registerPredefined();

/// The handle of type Handle that an argument is.
template <class Handle>
Handle handleFrom(std::int64_t bits) {
  Handle handle;
  memcpy(&handle, &bits, sizeof handle);
  return handle;
}

/// The handle of type Handle at a pointer argument.
template <class Handle>
Handle handleBehind(std::int64_t pointer) {
  Handle handle;
  memcpy(&handle, reinterpret_cast<const void *>(pointer), sizeof handle);
  return handle;
}

}  // namespace lockstep::runtime
