// How much of a job the engine judged.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::engine {

struct Coverage {
  std::uint64_t calls = 0;              // MPI calls recorded in judged processes
  std::uint64_t otherProcesses = 0;     // of another world than the first, spawned or of a second job: not judged
  std::vector<std::string> unmodelled;  // recorded routines that no rule models
};

}  // namespace lockstep::engine
