// What is wrong with a file of a run directory, and where in it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lockstep::trace {

struct Damage {
  std::filesystem::path file;
  std::uint64_t offset = 0;  // bytes; inside the decompressed chunk if `what` says so
  std::string what;
};

/// "FILE: offset N: what is wrong"
inline std::string describe(const Damage &damage) {
  return damage.file.string() + ": offset " + std::to_string(damage.offset) + ": " + damage.what;
}

}  // namespace lockstep::trace
