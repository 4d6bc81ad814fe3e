// A folder of our own that is gone when its owner is. An owner that was killed leaves it behind; it holds a lock as
// long as it lives, so that the next one knows which folders are nobody's any more and removes them.
#pragma once

#include <filesystem>
#include <utility>

namespace lockstep::cli {

class TemporaryDirectory {
 public:
  /// Throws a Failure where no folder can be made below `parent`.
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
