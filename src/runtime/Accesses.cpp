#include "runtime/Accesses.h"

#include "runtime/Thread.h"

namespace lockstep::runtime {

void publishAccesses(ThreadState &) {}

}  // namespace lockstep::runtime
