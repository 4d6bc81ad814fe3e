#include "runtime/sites/FaultPlace.h"

#include <pthread.h>
#include <ucontext.h>
#include <unwind.h>

#include <csetjmp>
#include <csignal>

namespace lockstep::runtime {
namespace {

constexpr int kMaxFrames = 64;  // a ruined stack may go in circles

constinit thread_local sigjmp_buf *tEscape __attribute__((tls_model("initial-exec"))) = nullptr;

struct Walk {
  FaultPlace place;
  int frames = 0;
};

std::uintptr_t programCounter(const void *context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(static_cast<const ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(static_cast<const ucontext_t *>(context)->uc_mcontext.pc);
#else
  return 0;
#endif
}

/// Only known modules: registering a new one would need a lock.
const LoadedModule *usersModule(std::uintptr_t address) {
  const LoadedModule *module = moduleOf(address, nullptr);
  return module != nullptr && module->isOfUser() ? module : nullptr;
}

_Unwind_Reason_Code stopInUsersCode(_Unwind_Context *context, void *data) {
  auto &walk = *static_cast<Walk *>(data);
  const std::uintptr_t address = _Unwind_GetIP(context);
  if (const LoadedModule *module = usersModule(address)) {
    walk.place = {module, address};
    return _URC_NORMAL_STOP;
  }
  return ++walk.frames < kMaxFrames ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

}  // namespace

FaultPlace faultPlace(const void *context) {
  const std::uintptr_t counter = programCounter(context);
  const LoadedModule *module = counter != 0 ? usersModule(counter) : nullptr;
  if (module == nullptr) return {};
  return {module, counter + 1};
}

FaultPlace faultPlaceOnStack() {
  Walk walk;
  sigjmp_buf escape;
  if (sigsetjmp(escape, 1) != 0) {
    tEscape = nullptr;
    return {};
  }
  sigset_t faults;
  sigset_t before;
  sigemptyset(&faults);
  sigaddset(&faults, SIGSEGV);
  sigaddset(&faults, SIGBUS);
  tEscape = &escape;
  pthread_sigmask(SIG_UNBLOCK, &faults, &before);
  _Unwind_Backtrace(stopInUsersCode, &walk);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  tEscape = nullptr;
  return walk.place;
}

void leaveWalk(int signal) {
  if (tEscape != nullptr && (signal == SIGSEGV || signal == SIGBUS)) siglongjmp(*tEscape, 1);
}

}  // namespace lockstep::runtime
