// The recorder of one MPI: fills the stub's table with a wrapper for every routine that this mpi.h declares.
#include <mpi.h>

#include <algorithm>

#include "mpi/Routine.h"
#include "runtime/accesses/ServeHooks.h"
#include "runtime/calls/Real.h"
#include "runtime/calls/Wrapper.h"
#include "runtime/handles/Handles.h"
#include "runtime/plans/CallPlan.h"
#include "runtime/recorder/ErrorHandlers.h"
#include "runtime/recorder/ProcessEnd.h"
#include "runtime/recorder/Thread.h"
#include "runtime/recorder/UserOps.h"
#include "runtime/stub/RecorderApi.h"
#include "runtime/threads/BlockedThreads.h"
#include "runtime/threads/OrderRecord.h"
#include "runtime/watch/MemoryRecord.h"

namespace lockstep::runtime {

void *const *gReal = nullptr;
void *gCalled[mpi::kRoutineCount] = {};

namespace {

struct Entry {
  mpi::Routine routine;
  void *(*wrapper)();
};

// DeclaredRoutines.inc lists what mpi.h declares; the build makes it.
constexpr Entry kEntries[] = {
#define DECLARED(name) {mpi::Routine::name, [] { return wrapperOf<mpi::Routine::name>(&PMPI_##name); }},
#include "DeclaredRoutines.inc"
#undef DECLARED
};

void fillTable(void **table) {
  for (const Entry &entry : kEntries) {
    const auto index = static_cast<std::size_t>(entry.routine);
    void *wrapper = entry.wrapper();
    const bool wanted = gReal[index] != nullptr && mpi::isRecorded(mpi::info(entry.routine).cls);
    if (wanted && wrapper != nullptr) table[index] = wrapper;
  }
}

void install(void *const *real, void **table) {
  gReal = real;
  if (!openProcess()) return;
  makeCallPlans();
  registerPredefined();
  watchReleases();
  watchExit();
  std::copy_n(gReal, mpi::kRoutineCount, gCalled);
  hideErrorHandlers(gCalled);
  watchUserOps(gCalled);
  fillTable(table);
}

}  // namespace
}  // namespace lockstep::runtime

extern "C" __attribute__((visibility("default"))) const lockstep::runtime::RecorderApi lockstepRecorder = {
    lockstep::mpi::kRoutineCount,        lockstep::runtime::install,    lockstep::runtime::countActors,
    lockstep::runtime::knowObjects,      lockstep::runtime::serveHooks, lockstep::runtime::dismissHooks,
    lockstep::runtime::writeThreadOrder, lockstep::runtime::writeFreed, lockstep::runtime::writeEnd};
