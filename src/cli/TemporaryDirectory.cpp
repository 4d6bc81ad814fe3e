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
#include <fstream>
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
constexpr std::size_t kRandomLetters = 6;  // that mkdtemp adds
constexpr const char *kMark = ".temporary";
constexpr std::time_t kSettlingSeconds = 60;  // between making a folder and locking it

/// Ours have a name of this form and the mark; a folder of the user's may have one of the two.
bool isOneOfOurs(const fs::path &folder) {
  const std::string name = folder.filename().string();
  std::error_code error;
  return name.starts_with(kPrefix) && name.size() == kPrefix.size() + kRandomLetters &&
         fs::exists(folder / kMark, error);
}

/// Whether nobody holds the folder.
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
    if (isOneOfOurs(entry.path()) && isAbandoned(entry.path())) fs::remove_all(entry.path(), error);
}

}  // namespace

TemporaryDirectory::TemporaryDirectory(const fs::path &parent) {
  removeAbandoned(parent);
  std::string pattern = parent / (std::string(kPrefix) + "XXXXXX");
  if (!mkdtemp(pattern.data()))
    throw usageError("cannot create a folder in {}: {} (TMPDIR names another place)", parent.string(),
                     std::strerror(errno));
  path_ = pattern;
  std::ofstream(path_ / kMark).close();
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
