// The memory model of a window.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::engine {

/// Unified: one copy, eventually visible to RMA as well as to loads and stores. Separate: public and private copies,
/// consistent only when the window is synchronized. Mpi2: as in MPI-2, a store to a window conflicts with every put and
/// accumulate to it in the same epoch, at any location.
enum class MemoryModel : std::uint8_t { Unified, Separate, Mpi2 };

inline constexpr std::array<std::string_view, 3> kMemoryModels = {"unified", "separate", "mpi2"};

/// Named as in kMemoryModels.
inline std::optional<MemoryModel> findMemoryModel(std::string_view name) {
  const auto *found = std::ranges::find(kMemoryModels, name);
  if (found == kMemoryModels.end()) return std::nullopt;
  return static_cast<MemoryModel>(found - kMemoryModels.begin());
}

}  // namespace lockstep::engine
