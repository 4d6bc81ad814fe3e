// The ABI-neutral stub: the library that is preloaded (or linked) into the application.
//
// It defines MPI_X and PMPI_X for every routine as one jump through a table. The first call finds the MPI library that
// the process has loaded, loads the recorder built for it and fills the table with the recorder's wrappers; if there is
// no recorder the table points directly to the MPI library, so the application runs unrecorded. Because the stub does
// not include mpi.h, one stub serves every MPI, also one that was opened with dlopen; because it defines PMPI_X too, it
// sees the Fortran bindings that call those.
//
// It must not depend on other libraries: every process that inherits LD_PRELOAD loads it, including shells.
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "mpi/Routine.h"
#include "runtime/memory/Objects.h"
#include "runtime/order/Order.h"
#include "runtime/recorder/OwnOptions.h"
#include "runtime/stub/RecorderApi.h"

#ifndef __x86_64__
#error "the jump stubs are written for x86-64"
#endif

namespace {

using lockstep::runtime::HookCopy;
using lockstep::runtime::RecorderApi;

constexpr const char *kNames[] = {
#define MPI_ROUTINE(name, cls, timing, effect, args) "PMPI_" #name,
#define MPI_ROUTINE_LARGE(name, cls, timing, effect, args) "PMPI_" #name, "PMPI_" #name "_c",
#include "mpi/Routines.def"
};
constexpr std::size_t kCount = sizeof(kNames) / sizeof(kNames[0]);
constexpr auto kInit = static_cast<std::size_t>(lockstep::mpi::Routine::Init);
constexpr auto kVersion = static_cast<std::size_t>(lockstep::mpi::Routine::Get_library_version);

void *gReal[kCount];

pthread_mutex_t gHookMutex = PTHREAD_MUTEX_INITIALIZER;
HookCopy *gHookCopies = nullptr;
const RecorderApi *gRecorder = nullptr;  // once it is installed

/// Held while the set of hook copies, or their recorder, changes.
struct Locked {
  Locked() { pthread_mutex_lock(&gHookMutex); }
  ~Locked() { pthread_mutex_unlock(&gHookMutex); }
  Locked(const Locked &) = delete;
  Locked &operator=(const Locked &) = delete;
};

}  // namespace

// One resolver per routine: it pushes its index and jumps to lockstepResolve below.
#define DECLARE(name) extern "C" void lockstepResolve_##name();
#define MPI_ROUTINE(name, cls, timing, effect, args) DECLARE(name)
#define MPI_ROUTINE_LARGE(name, cls, timing, effect, args) DECLARE(name) DECLARE(name##_c)
#include "mpi/Routines.def"
#undef DECLARE

extern "C" __attribute__((visibility("hidden"))) void (*lockstepTable[kCount])() = {
#define MPI_ROUTINE(name, cls, timing, effect, args) lockstepResolve_##name,
#define MPI_ROUTINE_LARGE(name, cls, timing, effect, args) lockstepResolve_##name, lockstepResolve_##name##_c,
#include "mpi/Routines.def"
};

#define STUB(name)                                                       \
  asm(".pushsection .text\n"                                             \
      ".globl MPI_" #name "\n.type MPI_" #name                           \
      ", @function\n"                                                    \
      ".globl PMPI_" #name "\n.type PMPI_" #name                         \
      ", @function\n"                                                    \
      ".balign 16\n"                                                     \
      "MPI_" #name ":\nPMPI_" #name                                      \
      ":\n"                                                              \
      "jmp *lockstepTable+8*.Lindex(%rip)\n"                             \
      ".hidden lockstepResolve_" #name "\n.globl lockstepResolve_" #name \
      "\n"                                                               \
      "lockstepResolve_" #name                                           \
      ":\n"                                                              \
      "pushq $.Lindex\n"                                                 \
      "jmp lockstepResolveFirst\n"                                       \
      ".set .Lindex, .Lindex+1\n"                                        \
      ".popsection\n");
asm(".set .Lindex, 0\n");
#define MPI_ROUTINE(name, cls, timing, effect, args) STUB(name)
#define MPI_ROUTINE_LARGE(name, cls, timing, effect, args) STUB(name) STUB(name##_c)
#include "mpi/Routines.def"
#undef STUB

// Saves the argument registers, fills the table, and repeats the call. Two pushes keep the stack 16-byte aligned: the
// return address and the index are already on it.
asm(R"(
.pushsection .text
.balign 16
.hidden lockstepResolveFirst
lockstepResolveFirst:
  pushq %rax
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  subq $136, %rsp
  movups %xmm0, 0(%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  call lockstepResolve
  movups 0(%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  addq $136, %rsp
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  popq %rax
  popq %r11
  leaq lockstepTable(%rip), %r10
  jmpq *(%r10,%r11,8)
.popsection
)");

namespace {

void say(const char *what, const char *detail) { fprintf(stderr, "lockstep: %s: %s\n", what, detail); }

[[noreturn]] void absent() {
  say("the program calls a routine that its MPI library does not have", "cannot go on");
  abort();
}

/// The loaded object, other than this one, that defines the MPI routines.
void *findMpiLibrary() {
  Dl_info self{};
  dladdr(reinterpret_cast<void *>(&findMpiLibrary), &self);
  for (const link_map *object = _r_debug.r_map; object != nullptr; object = object->l_next) {
    void *handle = dlopen(object->l_name, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) continue;
    Dl_info where{};
    void *symbol = *object->l_name != 0 ? dlsym(handle, kNames[kInit]) : nullptr;
    if (symbol != nullptr && dladdr(symbol, &where) != 0 && where.dli_fbase != self.dli_fbase) return handle;
    dlclose(handle);
  }
  return nullptr;
}

/// "mpich" or "openmpi", by the version string of the library.
const char *flavorOf(void *library) {
  auto version = reinterpret_cast<int (*)(char *, int *)>(dlsym(library, kNames[kVersion]));
  if (version == nullptr) return nullptr;
  static char text[16384];
  int length = 0;
  if (version(text, &length) != 0) return nullptr;
  if (strstr(text, "Open MPI") != nullptr) return "openmpi";
  return strstr(text, "MPICH") != nullptr || strstr(text, "MVAPICH") != nullptr || strstr(text, "Intel") != nullptr
             ? "mpich"
             : nullptr;
}

/// The recorder is in the same folder as this library.
void *openRecorder(const char *flavor) {
  Dl_info self{};
  dladdr(reinterpret_cast<void *>(&openRecorder), &self);
  const char *slash = strrchr(self.dli_fname, '/');
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%.*s/liblockstep-recorder-%s.so",
           slash != nullptr ? static_cast<int>(slash - self.dli_fname) : 1, slash != nullptr ? self.dli_fname : ".",
           flavor);
  void *recorder = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (recorder == nullptr) say("this run is not recorded", dlerror());
  return recorder;
}

/// Replaces the library's entry points in the table by the recorder's wrappers.
void installRecorder(void *library) {
  const char *flavor = flavorOf(library);
  if (flavor == nullptr) return say("this run is not recorded", "the MPI library is neither MPICH nor Open MPI");
  void *recorder = openRecorder(flavor);
  if (recorder == nullptr) return;
  auto api = static_cast<const RecorderApi *>(dlsym(recorder, lockstep::runtime::kRecorderApiSymbol));
  if (api == nullptr || api->routineCount != kCount)
    return say("this run is not recorded", "the recorder belongs to another version");
  lockstep::runtime::prepareThreadEnds();
  api->count(&lockstep::runtime::gActors, lockstep::runtime::isActor);
  api->know(&lockstep::runtime::kObjectsApi);
  api->install(gReal, reinterpret_cast<void **>(lockstepTable));
  lockstep::runtime::recordOrder(api->order, api->freed);
  const Locked locked;
  gRecorder = api;
  for (HookCopy *copy = gHookCopies; copy != nullptr; copy = copy->nextKnown) api->serve(copy);
}

void fillTable() {
  void *library = findMpiLibrary();
  if (library == nullptr) {
    say("no MPI library is loaded", "cannot go on");
    abort();
  }
  for (std::size_t i = 0; i < kCount; ++i) {
    gReal[i] = dlsym(library, kNames[i]);
    lockstepTable[i] = gReal[i] != nullptr ? reinterpret_cast<void (*)()>(gReal[i]) : absent;
  }
  using namespace lockstep::runtime;
  if (runDirectoryOfTool() == nullptr) sayUnknownOptions();  // otherwise the tool has checked them
  if (runDirectoryOfTool() != nullptr || ownOption("trace")) installRecorder(library);
}

void doNothing() {}

lockstep::runtime::HookFunctions gEarlyFunctions;

void fillEarlyFunctions() {
  using namespace lockstep::runtime;
  for (HookFunction &function : gEarlyFunctions) function = doNothing;
  const auto serve = [](Hook hook, auto *function) {
    gEarlyFunctions[static_cast<std::size_t>(hook)] = reinterpret_cast<HookFunction>(function);
  };
  serve(Hook::lockstepLend, kObjectsApi.lend);
  serve(Hook::lockstepTakeBack, kObjectsApi.takeBack);
  serve(Hook::lockstepAllocated, kObjectsApi.allocated);
}

/// Until the recorder is loaded, only objects reported by the code are kept. Other threads may be calling through the
/// table when an object is loaded: it is filled once.
const lockstep::runtime::HookFunction *earlyFunctions() {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, fillEarlyFunctions);
  return gEarlyFunctions;
}

}  // namespace

extern "C" __attribute__((visibility("hidden"))) void lockstepResolve() {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, fillTable);
}

// A process that ends like this runs no exit handler, which would otherwise record its status.
extern "C" __attribute__((visibility("default"), noreturn)) void _exit(int status) {
  if (gRecorder != nullptr) gRecorder->ends(status);
  while (true) syscall(SYS_exit_group, status);
}
extern "C" __attribute__((visibility("default"), noreturn)) void _Exit(int status) { _exit(status); }

extern "C" __attribute__((visibility("default"))) void lockstepRegisterHooks(HookCopy *copy) {
  if (copy->version != lockstep::runtime::kHookVersion || copy->hookCount != lockstep::runtime::kHookCount)
    return say("accesses are not seen", "the program was instrumented by another version of Lockstep");
  const Locked locked;
  copy->nextKnown = gHookCopies;
  gHookCopies = copy;
  using namespace lockstep::runtime;
  if (runDirectoryOfTool() != nullptr || ownOption("trace")) {
    addGlobals(copy->globals, copy->endOfGlobals);
    copy->functions->store(earlyFunctions(), std::memory_order_release);
  }
  if (gRecorder != nullptr) gRecorder->serve(copy);
}

extern "C" __attribute__((visibility("default"))) void lockstepUnregisterHooks(HookCopy *copy) {
  const Locked locked;
  for (HookCopy **link = &gHookCopies; *link != nullptr; link = &(*link)->nextKnown) {
    if (*link != copy) continue;
    *link = copy->nextKnown;
    lockstep::runtime::removeGlobals(copy->globals, copy->endOfGlobals);
    copy->functions->store(copy->idle, std::memory_order_release);
    if (gRecorder != nullptr) gRecorder->dismiss(copy);
    return;
  }
}
