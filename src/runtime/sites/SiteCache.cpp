#include "runtime/sites/SiteCache.h"

#include <dlfcn.h>
#include <mpi.h>
#include <unwind.h>

#include <atomic>
#include <cstring>

#include "runtime/recorder/Thread.h"
#include "runtime/sites/Modules.h"

namespace lockstep::runtime {
namespace {

std::atomic<std::uint32_t> gLastSite{0};

std::uint32_t writeSite(ThreadState &thread, const LoadedModule *module, std::uintptr_t address) {
  auto *record = thread.reserve<trace::Site>();
  record->header.site = newSite();
  record->module = module != nullptr ? module->id : 0;
  record->reserved = 0;
  record->offset = module != nullptr ? address - module->bias : address;
  const std::uint32_t site = record->header.site;
  thread.commit();
  return site;
}

_Unwind_Reason_Code stopOutside(_Unwind_Context *context, void *data) {
  const std::uintptr_t address = _Unwind_GetIP(context);
  const LoadedModule *module = moduleOf(address, tThread);
  if (module != nullptr && (module->isMpi || module->isRecorder)) return _URC_NO_REASON;
  *static_cast<std::uintptr_t *>(data) = address;
  return _URC_NORMAL_STOP;
}

/// What the binding at this address does: Open MPI's bindings convert every handle; those of MPICH pass the program's
/// integers on, but its mpi_f08 has to copy arrays.
Copies copiesAt([[maybe_unused]] std::uintptr_t address) {
#ifdef OPEN_MPI
  return Copies::All;
#else
  Dl_info where{};
  const bool hasName = dladdr(reinterpret_cast<void *>(address), &where) != 0 && where.dli_sname != nullptr;
  return hasName && strstr(where.dli_sname, "f08") != nullptr ? Copies::Arrays : Copies::None;
#endif
}

}  // namespace

SiteEntry &SiteCache::fill(ThreadState &thread, std::uintptr_t address) {
  SiteEntry *slot = &slots_[home(address)];
  for (std::size_t probe = 1; probe < kProbes && slot->address != 0; ++probe) ++slot;
  const LoadedModule *module = moduleOf(address, &thread);
  // A routine of the library that ends in a jump to another one leaves the return address of our wrapper.
  const bool insideMpi = module != nullptr && (module->isMpi || module->isRecorder);
  *slot = insideMpi ? SiteEntry{address, 0, true, copiesAt(address)}
                    : SiteEntry{address, writeSite(thread, module, address)};
  return *slot;
}

std::uint32_t newSite() { return gLastSite.fetch_add(1, std::memory_order_relaxed) + 1; }

std::uintptr_t callerBehindMpi() {
  std::uintptr_t address = 0;
  _Unwind_Backtrace(stopOutside, &address);
  return address;
}

}  // namespace lockstep::runtime
