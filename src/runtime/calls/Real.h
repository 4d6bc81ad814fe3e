// The MPI library's own entry points, for the recorder's own calls: a plain call would go through the stub again.
#pragma once

#include <cstddef>

#include "mpi/Routine.h"

namespace lockstep::runtime {

extern void *const *gReal;  // by routine number

/// What a wrapper calls: the library's function, or the recorder's replacement for it.
extern void *gCalled[mpi::kRoutineCount];

/// Lets wrappers call a function of ours for a routine that the library has.
inline void replace(void **called, mpi::Routine routine, void *function) {
  void *&entry = called[static_cast<std::size_t>(routine)];
  if (entry != nullptr) entry = function;
}

/// LOCKSTEP_REAL(Comm_size)(comm, &size) calls the library directly.
#define LOCKSTEP_REAL(name)                  \
  (reinterpret_cast<decltype(&PMPI_##name)>( \
      ::lockstep::runtime::gReal[static_cast<std::size_t>(::lockstep::mpi::Routine::name)]))

}  // namespace lockstep::runtime
