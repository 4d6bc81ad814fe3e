#include "cli/base/TemporaryDirectory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>

#include "cli/Command.h"

namespace lockstep::cli {

namespace fs = std::filesystem;

namespace {

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

/// Whether the owner of the folder is gone.
bool isAbandoned(const fs::path &folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct stat status {};
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

fs::path temporaryFolder() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (error) throw usageError("TMPDIR is '{}', which is not a folder", std::getenv("TMPDIR"));
  return folder;
}

}  // namespace lockstep::cli
