// What is wrong with a file of a run directory, and where in it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lockstep::trace {

struct Damage {
  std::filesystem::path file;
  std::uint64_t offset = 0;  // bytes; inside the decompressed chunk where `what` says so
  std::string what;
};

}  // namespace lockstep::trace
