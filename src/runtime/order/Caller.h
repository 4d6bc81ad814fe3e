// Whether a call comes from a run-time library below the program: what MPI, OpenMP or the Fortran library lock for
// themselves orders nothing that the program may rely on.
//
// By name, and only what is known: a lock of an unknown library that is recorded may hide a race, one that is not could
// make a false one. The C++ library is not among them, because std::thread and std::condition_variable live there.
#pragma once

#include <atomic>
#include <cstdint>

namespace lockstep::runtime {

/// A routine is called that no library has.
[[noreturn]] void refuseToGoOn(const char *name);

bool isRuntimeCaller(const void *returnAddress);
/// From the run-time library of OpenMP. Not remembered: for rare calls.
bool isOpenMpCaller(const void *returnAddress);

/// The definition of `name` that the caller would have found without ours, nullptr when there is none.
void *definitionBehind(const char *name, const void *returnAddress);

/// The same, looked for once; ends the process when there is none.
template <class Function>
Function definitionOf(std::atomic<Function> &known, const char *name, const void *returnAddress) {
  if (const Function found = known.load(std::memory_order_relaxed)) return found;
  const auto found = reinterpret_cast<Function>(definitionBehind(name, returnAddress));
  if (found == nullptr) refuseToGoOn(name);
  known.store(found, std::memory_order_relaxed);
  return found;
}

}  // namespace lockstep::runtime
