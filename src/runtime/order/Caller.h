// Whether a call comes from a runtime library below the program: the internal locks of MPI, OpenMP or the Fortran
// library give no order that the program may rely on.
//
// By name, and only known libraries: recording a lock of an unknown library may hide a race, not recording it may cause
// a false one. The C++ library is not included, because std::thread and std::condition_variable are implemented there.
#pragma once

#include <atomic>
#include <cstdint>

namespace lockstep::runtime {

/// A routine is called that no library has.
[[noreturn]] void refuseToGoOn(const char *name);

bool isRuntimeCaller(const void *returnAddress);
/// From the run-time library of OpenMP. Not remembered: for rare calls.
bool isOpenMpCaller(const void *returnAddress);

/// The definition of `name` that the caller would have found without ours, nullptr if there is none.
void *definitionBehind(const char *name, const void *returnAddress);

/// The same, looked up once; ends the process if there is none.
template <class Function>
Function definitionOf(std::atomic<Function> &known, const char *name, const void *returnAddress) {
  if (const Function found = known.load(std::memory_order_relaxed)) return found;
  const auto found = reinterpret_cast<Function>(definitionBehind(name, returnAddress));
  if (found == nullptr) refuseToGoOn(name);
  known.store(found, std::memory_order_relaxed);
  return found;
}

}  // namespace lockstep::runtime
