// How much of a job the engine judges.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::engine {

struct Coverage {
  std::uint64_t calls = 0;              // MPI calls recorded of the processes that are judged
  std::uint64_t otherProcesses = 0;     // of another world than the first, spawned or of a second job: not judged
  std::vector<std::string> unmodelled;  // routines seen whose meaning no rule knows yet
};

}  // namespace lockstep::engine
