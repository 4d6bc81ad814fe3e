#include "runtime/recorder/UserOps.h"

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <utility>

#include "runtime/accesses/Accesses.h"
#include "runtime/calls/Real.h"
#include "runtime/recorder/Thread.h"

namespace lockstep::runtime {
namespace {

/// Whatever the language and the type of the length are: four pointers.
using Function = void (*)(void *, void *, void *, void *);

constexpr std::size_t kMost = 128;
std::atomic<Function> gFunctions[kMost];

/// What the thread did before belongs to others.
void endSegment(ThreadState &thread) {
  if (const Busy busy(thread); busy) publishAccesses(thread);
}

void run(Function function, void *in, void *inout, void *length, void *type) {
  ThreadState *thread = tThread;
  if (thread == nullptr) return function(in, inout, length, type);
  endSegment(*thread);
  const auto outer = std::exchange(thread->operation, reinterpret_cast<std::uintptr_t>(function));
  function(in, inout, length, type);
  endSegment(*thread);
  thread->operation = outer;
}

template <std::size_t kNumber>
void stand(void *in, void *inout, void *length, void *type) {
  run(gFunctions[kNumber].load(std::memory_order_relaxed), in, inout, length, type);
}

template <std::size_t... kNumbers>
constexpr std::array<Function, kMost> stands(std::index_sequence<kNumbers...>) {
  return {stand<kNumbers>...};
}
constexpr std::array<Function, kMost> kStands = stands(std::make_index_sequence<kMost>());

/// Ours for the program's.
Function standFor(Function function) {
  if (function == nullptr) return nullptr;
  for (std::size_t i = 0; i < kMost; ++i) {
    Function taken = nullptr;
    if (gFunctions[i].compare_exchange_strong(taken, function) || taken == function) return kStands[i];
  }
  return function;
}

template <class Theirs>
Theirs *standFor(Theirs *function) {
  return reinterpret_cast<Theirs *>(standFor(reinterpret_cast<Function>(function)));
}

int createOp(MPI_User_function *function, int commutes, MPI_Op *op) {
  return LOCKSTEP_REAL(Op_create)(standFor(function), commutes, op);
}

#if MPI_VERSION >= 4
int createLargeOp(MPI_User_function_c *function, int commutes, MPI_Op *op) {
  return LOCKSTEP_REAL(Op_create_c)(standFor(function), commutes, op);
}
#endif

}  // namespace

void watchUserOps(void **called) {
  replace(called, mpi::Routine::Op_create, reinterpret_cast<void *>(&createOp));
#if MPI_VERSION >= 4
  replace(called, mpi::Routine::Op_create_c, reinterpret_cast<void *>(&createLargeOp));
#endif
}

}  // namespace lockstep::runtime
