// The interface between the stub and a recorder: the stub passes the MPI library's entry points by routine number, and
// the table to be filled, once. Later it reports thread order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/hooks/HookTable.h"
#include "runtime/memory/Objects.h"
#include "runtime/order/RunnableThreads.h"
#include "trace/Record.h"

namespace lockstep::runtime {

struct RecorderApi {
  std::size_t routineCount;
  /// `real` stays valid; entries of `table` that the recorder does not wrap are left as they are.
  void (*install)(void *const *real, void **table);
  /// The count of runnable threads, and whether the calling thread is counted. Before install.
  void (*count)(RunnableThreads *actors, bool (*isActor)());
  /// Access to the program's objects. Before install.
  void (*know)(const ObjectsApi *objects);
  /// A copy of the hooks was loaded, or will be unloaded. After install.
  void (*serve)(HookCopy *copy);
  void (*dismiss)(HookCopy *copy);
  /// Records an event of the calling thread. After install.
  void (*order)(trace::ThreadEvent event, std::uint64_t object);
  /// Records that memory is used afresh. After install.
  void (*freed)(std::uintptr_t begin, std::uintptr_t end);
  /// Records that the process ends immediately, without its exit handlers. After install.
  void (*ends)(int status);
};

inline constexpr const char *kRecorderApiSymbol = "lockstepRecorder";

}  // namespace lockstep::runtime
