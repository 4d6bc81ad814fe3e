// The predefined operations by the numbers that Open MPI's mpif.h gives them. MPICH has one number for both languages.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::mpi {

/// The name of the operation; empty for any other number.
std::string_view opOfOpenMpiFortran(std::int64_t handle);

}  // namespace lockstep::mpi
