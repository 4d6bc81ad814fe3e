#include "cli/run/SharedMemory.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace lockstep::cli {

namespace {

constexpr std::string_view kFolder = "/dev/shm/";
constexpr std::array<std::string_view, 5> kPrefixes{"vader_segment.", "sm_segment.", "osc_", "mpich_",
                                                    "ucx_shm_posix_"};

bool isMpiSegment(std::string_view file) {
  return std::ranges::any_of(kPrefixes, [&](std::string_view prefix) { return file.starts_with(prefix); });
}

/// libomp announces itself by a file; it removes it only if the process ends normally.
std::string ofOpenMp(pid_t process) { return fmt::format("{}__KMP_REGISTERED_LIB_{}_{}", kFolder, process, getuid()); }

}  // namespace

void SharedMemory::note(pid_t process) {
  segments_.insert(ofOpenMp(process));
  std::ifstream maps("/proc/" + std::to_string(process) + "/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t path = line.find(kFolder);
    if (path == std::string::npos) continue;
    const std::string file = line.substr(path);
    if (isMpiSegment(std::string_view(file).substr(kFolder.size()))) segments_.insert(file);
  }
}

void SharedMemory::remove() {
  std::error_code error;
  for (const auto &segment : segments_) std::filesystem::remove(segment, error);
  segments_.clear();
}

}  // namespace lockstep::cli
