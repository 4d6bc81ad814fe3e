#include "cli/TemporaryDirectory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>
#include <thread>

#include "cli/Command.h"

namespace lockstep::cli {

namespace fs = std::filesystem;

namespace {

// Each thread of a rank keeps a few chunks of 1 MiB allocated ahead of the reader.
constexpr std::uint64_t kBytesPerRank = 8U << 20;

bool hasRoom(const char *folder, std::uint64_t bytes) {
  struct statvfs status{};
  if (access(folder, W_OK | X_OK) != 0 || statvfs(folder, &status) != 0) return false;
  return status.f_bavail * status.f_frsize >= bytes;
}

constexpr std::string_view kPrefix = "lockstep-";
constexpr std::time_t kSettlingSeconds = 60;  // between making a folder and locking it

/// Whether the folder is one of ours that nobody holds.
bool isAbandoned(const fs::path &folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct stat status{};
  const bool isOurs = fstat(descriptor, &status) == 0 && status.st_uid == geteuid();
  const bool isOld = status.st_mtime + kSettlingSeconds < std::time(nullptr);
  const bool isFree = isOurs && isOld && flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  close(descriptor);
  return isFree;
}

void removeAbandoned(const fs::path &parent) {
  std::error_code error;
  for (const auto &entry : fs::directory_iterator(parent, error))
    if (entry.path().filename().string().starts_with(kPrefix) && isAbandoned(entry.path()))
      fs::remove_all(entry.path(), error);
}

}  // namespace

TemporaryDirectory::TemporaryDirectory(const fs::path &parent) {
  removeAbandoned(parent);
  std::string pattern = parent / (std::string(kPrefix) + "XXXXXX");
  if (!mkdtemp(pattern.data()))
    throw usageError("cannot create a folder in {}: {} (TMPDIR names another place)", parent.string(),
                     std::strerror(errno));
  path_ = pattern;
  lock_ = open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0) flock(lock_, LOCK_SH);
}

TemporaryDirectory::~TemporaryDirectory() {
  if (path_.empty()) return;
  std::error_code error;
  fs::remove_all(path_, error);
  if (lock_ >= 0) close(lock_);
}

fs::path parentForRecords(int askedRanks) {
  const int ranks = askedRanks > 0 ? askedRanks : static_cast<int>(std::thread::hardware_concurrency());
  constexpr const char *kMemory = "/dev/shm";
  if (hasRoom(kMemory, static_cast<std::uint64_t>(ranks) * kBytesPerRank)) return kMemory;
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  return error ? fs::path("/tmp") : folder;
}

}  // namespace lockstep::cli
