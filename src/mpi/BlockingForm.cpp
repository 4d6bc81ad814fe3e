#include "mpi/BlockingForm.h"

#include <algorithm>
#include <string>

namespace lockstep::mpi {

Routine blockingForm(Routine collective) {
  const RoutineInfo &routine = info(info(collective).base);
  constexpr std::size_t kPrefix = 4;  // "MPI_"
  constexpr std::string_view kSuffix = "_init";
  std::string name(routine.name);
  if (routine.timing == Timing::Nonblocking && name[kPrefix] == 'I')  // MPI_Ibcast
    name.replace(kPrefix, 2, 1, static_cast<char>(name[kPrefix + 1] - 'a' + 'A'));
  else if (routine.timing == Timing::Nonblocking)  // MPI_Comm_idup
    name.erase(std::min(name.find("_i"), name.size() - 1) + 1, 1);
  else if (routine.timing == Timing::Persistent && name.ends_with(kSuffix))  // MPI_Bcast_init
    name.erase(name.size() - kSuffix.size());
  return findRoutine(name).value_or(routine.routine);
}

}  // namespace lockstep::mpi
