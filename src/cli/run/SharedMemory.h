// Removes shared memory of an MPI library whose processes the tool has killed: Open MPI leaves /dev/shm/vader_segment.*
// behind, megabytes each time. The mappings of each process are noted while it is alive, and removed after the job;
// files with other names, which may belong to the program, are not touched.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <set>

namespace lockstep::cli {

class SharedMemory {
 public:
  /// Notes the segments of MPI libraries that the process has mapped.
  void note(pid_t process);
  /// Removes those that still exist.
  void remove();

 private:
  std::set<std::filesystem::path> segments_;
};

}  // namespace lockstep::cli
