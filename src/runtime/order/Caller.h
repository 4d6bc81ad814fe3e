// Whether a call comes from a run-time library below the program: what MPI, OpenMP or the Fortran library lock for
// themselves orders nothing that the program may rely on.
//
// By name, and only what is known: a lock of an unknown library that is recorded may hide a race, one that is not could
// make a false one. The C++ library is not among them, because std::thread and std::condition_variable live there.
#pragma once

#include <cstdint>

namespace lockstep::runtime {

bool isRuntimeCaller(const void *returnAddress);

/// The definition of `name` that the caller would have found without ours, nullptr when there is none.
void *definitionBehind(const char *name, const void *returnAddress);

}  // namespace lockstep::runtime
