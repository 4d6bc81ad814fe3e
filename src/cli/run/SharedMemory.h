// Shared memory of an MPI library that its processes can no longer remove because we kill them: Open MPI leaves
// /dev/shm/vader_segment.* behind, megabytes each time. What a process has mapped is noted while it lives and removed
// when the job is over; files of other names, which may be the program's own, are left alone.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <set>

namespace lockstep::cli {

class SharedMemory {
 public:
  /// Notes the segments of MPI libraries that the process has mapped.
  void note(pid_t process);
  /// Removes those that are still there.
  void remove();

 private:
  std::set<std::filesystem::path> segments_;
};

}  // namespace lockstep::cli
