#include "runtime/recorder/ErrorHandlers.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdarg>
#include <cstring>

#include "runtime/accesses/Accesses.h"
#include "runtime/calls/Real.h"
#include "runtime/recorder/Failures.h"
#include "runtime/recorder/Thread.h"

#ifdef OPEN_MPI
extern "C" {
void ompi_mpi_errors_are_fatal_comm_handler(MPI_Comm *, int *, ...) __attribute__((weak));
void ompi_mpi_errors_are_fatal_win_handler(MPI_Win *, int *, ...) __attribute__((weak));
void ompi_mpi_errors_are_fatal_file_handler(MPI_File *, int *, ...) __attribute__((weak));
}
#endif

namespace lockstep::runtime {
namespace {

/// How many predefined handlers end the process.
#if MPI_VERSION >= 4
constexpr int kEndings = 2;
#else
constexpr int kEndings = 1;
#endif

MPI_Errhandler predefined([[maybe_unused]] int ending) {
#if MPI_VERSION >= 4
  if (ending == 1) return MPI_ERRORS_ABORT;
#endif
  return MPI_ERRORS_ARE_FATAL;
}

// What goes by the same names for communicators, windows, files and sessions, whose types may be the same.
#define LOCKSTEP_FAMILY(Family, name)                                                               \
  struct Family {                                                                                   \
    using Object = MPI_##name;                                                                      \
    static auto create() { return LOCKSTEP_REAL(name##_create_errhandler); }                        \
    static auto set() { return LOCKSTEP_REAL(name##_set_errhandler); }                              \
    static auto get() { return LOCKSTEP_REAL(name##_get_errhandler); }                              \
    static auto call() { return LOCKSTEP_REAL(name##_call_errhandler); }                            \
    static constexpr mpi::Routine kSet = mpi::Routine::name##_set_errhandler;                       \
    static constexpr mpi::Routine kGet = mpi::Routine::name##_get_errhandler;                       \
    static inline std::atomic<MPI_Errhandler> ours[2] = {MPI_ERRHANDLER_NULL, MPI_ERRHANDLER_NULL}; \
  };

LOCKSTEP_FAMILY(OfComm, Comm)
LOCKSTEP_FAMILY(OfWindow, Win)
LOCKSTEP_FAMILY(OfFile, File)
#if MPI_VERSION >= 4
LOCKSTEP_FAMILY(OfSession, Session)
#endif
#undef LOCKSTEP_FAMILY

std::atomic<bool> gHasWorld{false};

/// During its own record the recorder has called the library; that error is not the program's.
void record(int code) {
  ThreadState *thread = thisThread();
  if (thread == nullptr) return;
  const Busy busy(*thread);
  if (!busy) return;
  publishAccesses(*thread);
  writeFailure(*thread, code, true, false);
}

#ifdef OPEN_MPI

void endAsLibrary(OfComm, MPI_Comm *comm, int *code, const char *where) {
  if (&ompi_mpi_errors_are_fatal_comm_handler != nullptr) ompi_mpi_errors_are_fatal_comm_handler(comm, code, where);
}
void endAsLibrary(OfWindow, MPI_Win *window, int *code, const char *where) {
  if (&ompi_mpi_errors_are_fatal_win_handler != nullptr) ompi_mpi_errors_are_fatal_win_handler(window, code, where);
}
void endAsLibrary(OfFile, MPI_File *file, int *code, const char *where) {
  if (&ompi_mpi_errors_are_fatal_file_handler != nullptr) ompi_mpi_errors_are_fatal_file_handler(file, code, where);
}

#else

/// The function that detected the error, from the second line of its text: "internal_Send(120): ...".
void functionIn(int code, char (&name)[64]) {
  char words[MPI_MAX_ERROR_STRING + 1] = {};
  int length = 0;
  LOCKSTEP_REAL(Error_string)(code, words, &length);
  const char *line = strchr(words, '\n');
  const std::size_t end = line != nullptr ? strcspn(line + 1, "(\n") : 0;
  if (end == 0 || end >= sizeof name) return;
  memcpy(name, line + 1, end);
  name[end] = 0;
}

void endAsLibrary(OfComm, const MPI_Comm *, const int *code, const char *) {
  const auto end = reinterpret_cast<int (*)(void *, const char *, int)>(dlsym(RTLD_DEFAULT, "MPIR_Err_return_comm"));
  if (end == nullptr) return;
  char name[64] = "an MPI call";
  functionIn(*code, name);
  OfComm::set()(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  OfComm::set()(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  end(nullptr, name, *code);
}

template <class Family>
void endAsLibrary(Family, const typename Family::Object *, const int *, const char *) {}

#endif

/// Ends the process as the predefined handler does, with its message if the library allows it. MPI_ERRORS_ABORT ends it
/// as well, but MPICH 4.0 lacks it.
template <class Family>
void end(typename Family::Object *object, int *code, const char *where) {
  record(*code);
  Family::set()(*object, MPI_ERRORS_ARE_FATAL);
  endAsLibrary(Family(), object, code, where);
  Family::call()(*object, *code);
  LOCKSTEP_REAL(Abort)(MPI_COMM_WORLD, *code);
}

/// Open MPI says in which routine the error is; MPICH does so in the text of the error.
template <class Family>
void onError(typename Family::Object *object, int *code, ...) {
  const char *where = nullptr;
#ifdef OPEN_MPI
  va_list more;
  va_start(more, code);
  where = va_arg(more, const char *);
  va_end(more);
#endif
  end<Family>(object, code, where);
}

/// Created on first use; MPI_ERRHANDLER_NULL if that fails. If several threads do so concurrently, the first handler is
/// used.
template <class Family>
MPI_Errhandler ours(int ending) {
  std::atomic<MPI_Errhandler> &known = Family::ours[ending];
  MPI_Errhandler first = known.load(std::memory_order_acquire);
  if (first != MPI_ERRHANDLER_NULL) return first;
  MPI_Errhandler made = MPI_ERRHANDLER_NULL;
  if (Family::create()(onError<Family>, &made) != MPI_SUCCESS) return MPI_ERRHANDLER_NULL;
  if (known.compare_exchange_strong(first, made)) return made;
  LOCKSTEP_REAL(Errhandler_free)(&made);
  return first;
}

/// What the library gets for the program's handler.
template <class Family>
MPI_Errhandler replaced(MPI_Errhandler handler) {
  for (int ending = 0; ending < kEndings; ++ending) {
    if (handler != predefined(ending)) continue;
    const MPI_Errhandler instead = ours<Family>(ending);
    return instead != MPI_ERRHANDLER_NULL ? instead : handler;
  }
  return handler;
}

/// What the program gets for the library's handler. Each one returned counts as a reference.
template <class Family>
void hide(MPI_Errhandler *handler) {
  for (int ending = 0; ending < kEndings; ++ending) {
    const MPI_Errhandler known = Family::ours[ending].load(std::memory_order_acquire);
    if (known == MPI_ERRHANDLER_NULL || *handler != known) continue;
    MPI_Errhandler reference = *handler;
    LOCKSTEP_REAL(Errhandler_free)(&reference);
    *handler = predefined(ending);
    return;
  }
}

/// The library has not counted a reference to a handler that it did not return.
int freeHandler(MPI_Errhandler *handler) {
  for (int ending = 0; handler != nullptr && ending < kEndings; ++ending) {
    if (*handler != predefined(ending)) continue;
    *handler = MPI_ERRHANDLER_NULL;
    return MPI_SUCCESS;
  }
  return LOCKSTEP_REAL(Errhandler_free)(handler);
}

template <class Family>
int setHandler(typename Family::Object object, MPI_Errhandler handler) {
  return Family::set()(object, replaced<Family>(handler));
}

template <class Family>
int getHandler(typename Family::Object object, MPI_Errhandler *handler) {
  const int code = Family::get()(object, handler);
  if (code == MPI_SUCCESS) hide<Family>(handler);
  return code;
}

template <class Family>
void watch(typename Family::Object object) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  if (Family::get()(object, &handler) != MPI_SUCCESS) return;
  const MPI_Errhandler instead = replaced<Family>(handler);
  if (instead != handler) Family::set()(object, instead);
}

template <class Family>
void hideFamily(void **called) {
  replace(called, Family::kSet, reinterpret_cast<void *>(&setHandler<Family>));
  replace(called, Family::kGet, reinterpret_cast<void *>(&getHandler<Family>));
}

#if MPI_VERSION >= 4

/// MPICH 4.0 cannot create a handler before the first session exists.
int initSession(MPI_Info info, MPI_Errhandler handler, MPI_Session *session) {
  const int code = LOCKSTEP_REAL(Session_init)(info, handler, session);
  if (code == MPI_SUCCESS) setHandler<OfSession>(*session, handler);
  return code;
}

int createComm(MPI_Group group, const char *tag, MPI_Info info, MPI_Errhandler handler, MPI_Comm *comm) {
  return LOCKSTEP_REAL(Comm_create_from_group)(group, tag, info, replaced<OfComm>(handler), comm);
}

int createIntercomm(MPI_Group local, int leader, MPI_Group remote, int remoteLeader, const char *tag, MPI_Info info,
                    MPI_Errhandler handler, MPI_Comm *comm) {
  return LOCKSTEP_REAL(Intercomm_create_from_groups)(local, leader, remote, remoteLeader, tag, info,
                                                     replaced<OfComm>(handler), comm);
}

void hideSessions(void **called) {
  hideFamily<OfSession>(called);
  replace(called, mpi::Routine::Session_init, reinterpret_cast<void *>(&initSession));
  replace(called, mpi::Routine::Comm_create_from_group, reinterpret_cast<void *>(&createComm));
  replace(called, mpi::Routine::Intercomm_create_from_groups, reinterpret_cast<void *>(&createIntercomm));
}

#else

void hideSessions(void **) {}

#endif

}  // namespace

void hideErrorHandlers(void **called) {
  hideFamily<OfComm>(called);
  hideFamily<OfWindow>(called);
  hideFamily<OfFile>(called);
  hideSessions(called);
  replace(called, mpi::Routine::Errhandler_free, reinterpret_cast<void *>(&freeHandler));
  replace(called, mpi::Routine::Errhandler_set, reinterpret_cast<void *>(&setHandler<OfComm>));
  replace(called, mpi::Routine::Errhandler_get, reinterpret_cast<void *>(&getHandler<OfComm>));
}

void recordEndWithoutWorld([[maybe_unused]] ThreadState &thread, [[maybe_unused]] int status) {
#ifndef OPEN_MPI
  constexpr int kLastStatus = 0xff;  // that a program itself exits with
  if (gHasWorld.load(std::memory_order_relaxed) || thread.depth == 0 || status <= kLastStatus) return;
  const Busy busy(thread);
  if (busy) writeFailure(thread, status, true, false);
#endif
}

void watchErrors() {
  gHasWorld.store(true, std::memory_order_relaxed);
  watch<OfComm>(MPI_COMM_WORLD);
  watch<OfComm>(MPI_COMM_SELF);
}

void watchErrors(MPI_Win window) { watch<OfWindow>(window); }

}  // namespace lockstep::runtime
