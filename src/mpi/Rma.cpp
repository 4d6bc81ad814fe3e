#include "mpi/Rma.h"

namespace lockstep::mpi {

bool isRma(Class cls) {
  return cls == Class::RmaPut || cls == Class::RmaGet || cls == Class::RmaAccumulate || cls == Class::RmaFetch;
}

bool isAboutWindow(const RoutineInfo &routine) {
  return routine.indexOf(Role::Window) >= 0 || routine.indexOf(Role::NewWindow) >= 0 ||
         routine.indexOf(Role::FreedWindow) >= 0;
}

bool outlivesCall(const RoutineInfo &routine) {
  return isRma(routine.cls) || routine.cls == Class::CollectiveWindow || routine.cls == Class::Window ||
         routine.timing == Timing::Nonblocking || routine.timing == Timing::Persistent;
}

}  // namespace lockstep::mpi
