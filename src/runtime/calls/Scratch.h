// Per-thread memory for the statuses that a program ignores. It grows and is kept, so that a call no larger than an
// earlier one needs no allocation. It is used by one call at a time: a nested callback that needs it gets none.
#pragma once

#include <sys/mman.h>

#include <cstddef>

namespace lockstep::runtime {

class Scratch {
 public:
  /// nullptr: in use, or out of memory.
  void *take(std::size_t bytes) {
    if (taken_ || (bytes > size_ && !grow(bytes))) return nullptr;
    taken_ = true;
    return memory_;
  }
  void giveBack() { taken_ = false; }

  void free() {
    if (memory_ != nullptr) munmap(memory_, size_);
    memory_ = nullptr;
    size_ = 0;
  }

 private:
  static constexpr std::size_t kFirst = std::size_t{1} << 16;

  bool grow(std::size_t bytes) {
    std::size_t size = kFirst;
    while (size < bytes) size *= 2;
    free();
    void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return false;
    memory_ = memory;
    size_ = size;
    return true;
  }

  void *memory_ = nullptr;
  std::size_t size_ = 0;
  bool taken_ = false;
};

}  // namespace lockstep::runtime
