// Arrays in anonymous mappings, zeroed and without pages until they are touched; the heap may be replaced by the
// program.
#pragma once

#include <sys/mman.h>

#include <cstddef>

namespace lockstep::runtime {

/// nullptr: no memory.
template <class T>
T *mapArray(std::size_t count) {
  void *memory =
      mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<T *>(memory);
}

template <class T>
void unmapArray(T *&array, std::size_t count) {
  if (array != nullptr) munmap(array, count * sizeof(T));
  array = nullptr;
}

}  // namespace lockstep::runtime
