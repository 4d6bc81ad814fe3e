// What is kept of accesses to memory, because later ones may conflict with them.
#pragma once

#include <cstddef>

namespace lockstep::engine {

struct HistorySize {
  std::size_t entries = 0;
  std::size_t most = 0;       // at any time
  std::size_t mostBytes = 0;  // of memory of the engine's own, likewise

  HistorySize &operator+=(const HistorySize &other) {
    entries += other.entries;
    most += other.most;
    mostBytes += other.mostBytes;
    return *this;
  }
};

}  // namespace lockstep::engine
