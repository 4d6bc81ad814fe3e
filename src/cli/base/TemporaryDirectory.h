// A temporary folder that is removed with its owner. An owner that was killed leaves it behind; since it holds a lock
// while it is alive, the next run can recognize orphaned folders and removes them.
#pragma once

#include <filesystem>
#include <utility>

namespace lockstep::cli {

class TemporaryDirectory {
 public:
  /// Throws a Failure if no folder can be created below `parent`.
  explicit TemporaryDirectory(const std::filesystem::path &parent);
  TemporaryDirectory(TemporaryDirectory &&other) noexcept
      : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}
  TemporaryDirectory &operator=(TemporaryDirectory &&) = delete;
  ~TemporaryDirectory();

  const std::filesystem::path &path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;  // descriptor of the folder
};

/// $TMPDIR or /tmp; throws a Failure where that is no folder.
std::filesystem::path temporaryFolder();

}  // namespace lockstep::cli
