// Handles as the compiler sees them: MPICH's mpi.h defines predefined ones as numbers, Open MPI's as addresses of objects.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::mpi {

/// Whether a constant is the null operation, by MPICH's number or Open MPI's object.
bool isNullOpNumber(std::int64_t handle);
bool isNullOpSymbol(std::string_view symbol);

/// Whether two different predefined types may well hold the same data: raw bytes against anything, or two names for
/// integers of 64 bits. By MPICH's numbers, or by Open MPI's objects where these are not empty.
bool areLooselyAlike(std::int64_t first, std::string_view firstSymbol, std::int64_t second,
                     std::string_view secondSymbol);

}  // namespace lockstep::mpi
