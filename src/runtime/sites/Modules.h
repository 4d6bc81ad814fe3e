// The loaded objects that contain code addresses, each written to the trace once.
#pragma once

#include <cstdint>

namespace lockstep::runtime {

struct ThreadState;

struct LoadedModule {
  std::uint32_t id = 0;
  std::uintptr_t bias = 0;
  std::uintptr_t start = 0;
  std::uintptr_t end = 0;
  bool isMpi = false;       // an MPI library, or one of its bindings or components
  bool isRecorder = false;  // this library or the stub
  bool isOfSystem = false;  // a library that is installed with the system

  bool isOfUser() const { return !isMpi && !isRecorder && !isOfSystem; }
};

/// The module of `address`; nullptr for code outside any object. With a thread, a new module is written to its stream.
const LoadedModule *moduleOf(std::uintptr_t address, ThreadState *thread);

}  // namespace lockstep::runtime
