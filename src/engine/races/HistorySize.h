// Number and size of the accesses stored for comparison with later ones.
#pragma once

#include <cstddef>

namespace lockstep::engine {

struct HistorySize {
  std::size_t entries = 0;
  std::size_t most = 0;       // maximum over time
  std::size_t mostBytes = 0;  // maximum over time, of engine memory

  HistorySize &operator+=(const HistorySize &other) {
    entries += other.entries;
    most += other.most;
    mostBytes += other.mostBytes;
    return *this;
  }
};

}  // namespace lockstep::engine
