// What a window's memory looks like to the program.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::engine {

/// Unified: one copy, which RMA and loads and stores share in the end. Separate: two copies, which meet only where the
/// window is synchronized. Mpi2: as the older standard says, a store into a window conflicts with every put and
/// accumulate to it in the same epoch, wherever they lie.
enum class MemoryModel : std::uint8_t { Unified, Separate, Mpi2 };

inline constexpr std::array<std::string_view, 3> kMemoryModels = {"unified", "separate", "mpi2"};

/// By the names of kMemoryModels.
inline std::optional<MemoryModel> findMemoryModel(std::string_view name) {
  const auto *found = std::ranges::find(kMemoryModels, name);
  if (found == kMemoryModels.end()) return std::nullopt;
  return static_cast<MemoryModel>(found - kMemoryModels.begin());
}

}  // namespace lockstep::engine
