#include "mpi/FortranOps.h"

#include "mpi/Predefined.h"

namespace lockstep::mpi {

std::string_view opOfOpenMpiFortran(std::int64_t handle) {
  constexpr auto kMinloc = static_cast<std::int64_t>(PredefinedOp::Minloc);
  constexpr auto kMaxloc = static_cast<std::int64_t>(PredefinedOp::Maxloc);
  if (handle < 0) return {};
  // Open MPI uses the same numbers, with these two swapped.
  if (handle == kMinloc || handle == kMaxloc) handle = kMinloc + kMaxloc - handle;
  return predefinedOpName(static_cast<std::uint64_t>(handle));
}

}  // namespace lockstep::mpi
