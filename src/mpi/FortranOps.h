// The predefined operations by their numbers in Open MPI's mpif.h. MPICH uses the same numbers in both languages.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::mpi {

/// The name of the operation; empty for any other number.
std::string_view opOfOpenMpiFortran(std::int64_t handle);

}  // namespace lockstep::mpi
