#include "runtime/sites/Modules.h"

#include <link.h>
#include <unistd.h>
#include <climits>

#include <atomic>
#include <cstring>

#include "runtime/handles/HandleMap.h"
#include "runtime/recorder/Thread.h"

namespace lockstep::runtime {
namespace {

constexpr std::size_t kMaxModules = 1024;

SpinLock gLock;
std::atomic<std::uint32_t> gCount{0};
LoadedModule gModules[kMaxModules];

/// The information from dl_iterate_phdr on the object that contains an address.
struct Object {
  std::uintptr_t address = 0;
  LoadedModule module;
  char path[PATH_MAX] = {};
  const unsigned char *buildId = nullptr;
  std::uint32_t buildIdBytes = 0;
};

constexpr std::size_t aligned(std::size_t bytes) { return (bytes + 3) & ~std::size_t{3}; }

void findBuildId(const dl_phdr_info &info, const ElfW(Phdr) & header, Object &object) {
  const auto *at = reinterpret_cast<const unsigned char *>(info.dlpi_addr + header.p_vaddr);
  const auto *end = at + header.p_memsz;
  while (at + sizeof(ElfW(Nhdr)) <= end) {
    const auto *note = reinterpret_cast<const ElfW(Nhdr) *>(at);
    const auto *name = at + sizeof(*note);
    const auto *content = name + aligned(note->n_namesz);
    if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
      object.buildId = content;
      object.buildIdBytes = note->n_descsz;
      return;
    }
    at = content + aligned(note->n_descsz);
  }
}

int inspect(dl_phdr_info *info, std::size_t, void *data) {
  auto &object = *static_cast<Object *>(data);
  std::uintptr_t start = UINTPTR_MAX;
  std::uintptr_t end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto &header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    const std::uintptr_t from = info->dlpi_addr + header.p_vaddr;
    if (from < start) start = from;
    if (from + header.p_memsz > end) end = from + header.p_memsz;
  }
  if (object.address < start || object.address >= end) return 0;
  object.module.bias = info->dlpi_addr;
  object.module.start = start;
  object.module.end = end;
  strncpy(object.path, info->dlpi_name, sizeof object.path - 1);
  for (int i = 0; i < info->dlpi_phnum; ++i)
    if (info->dlpi_phdr[i].p_type == PT_NOTE && object.buildId == nullptr)
      findBuildId(*info, info->dlpi_phdr[i], object);
  return 1;
}

bool startsWith(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

/// By name: the libraries of MPICH and Open MPI, their Fortran bindings, run-time layers and plug-ins.
bool isMpiLibrary(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash != nullptr ? slash + 1 : path;
  for (const char *prefix : {"libmpi", "libmpich", "libpmpi", "libopen-rte", "libopen-pal", "mca_", "libfmpich"})
    if (startsWith(name, prefix)) return true;
  return false;
}

bool isRecorderLibrary(const char *path) { return strstr(path, "/liblockstep-") != nullptr; }

bool isOfSystem(const char *path) {
  for (const char *folder : {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"})
    if (startsWith(path, folder)) return true;
  return false;
}

void writeModule(ThreadState &thread, const Object &object) {
  const std::size_t pathBytes = strlen(object.path) + 1;
  auto *record = thread.reserve<trace::Module>(pathBytes);
  record->id = object.module.id;
  record->base = object.module.bias;
  record->end = object.module.end;
  record->buildIdBytes = object.buildIdBytes <= sizeof record->buildId ? object.buildIdBytes : 0;
  memset(record->buildId, 0, sizeof record->buildId);
  if (record->buildIdBytes != 0) memcpy(record->buildId, object.buildId, record->buildIdBytes);
  memcpy(record + 1, object.path, pathBytes);
  thread.commit();
}

const LoadedModule *findKnown(std::uintptr_t address) {
  const std::uint32_t count = gCount.load(std::memory_order_acquire);
  for (std::uint32_t i = 0; i < count; ++i)
    if (address >= gModules[i].start && address < gModules[i].end) return &gModules[i];
  return nullptr;
}

/// Enters a new module into the table. Its record must be committed before any site can name it, so both happen
/// under the lock.
const LoadedModule *addModule(Object &object, ThreadState &thread) {
  gLock.lock();
  const LoadedModule *known = findKnown(object.address);
  const std::uint32_t count = gCount.load(std::memory_order_relaxed);
  if (known == nullptr && count < kMaxModules) {
    object.module.id = count + 1;
    writeModule(thread, object);
    gModules[count] = object.module;
    gCount.store(count + 1, std::memory_order_release);
    known = &gModules[count];
  }
  gLock.unlock();
  return known;
}

}  // namespace

const LoadedModule *moduleOf(std::uintptr_t address, ThreadState *thread) {
  const LoadedModule *known = findKnown(address);
  if (known != nullptr || thread == nullptr) return known;
  Object object;
  object.address = address;
  if (dl_iterate_phdr(inspect, &object) == 0) return nullptr;
  const bool isLibrary = object.path[0] != 0;
  if (!isLibrary && readlink("/proc/self/exe", object.path, sizeof object.path - 1) < 0) object.path[0] = 0;
  object.module.isMpi = isMpiLibrary(object.path);
  object.module.isRecorder = isRecorderLibrary(object.path);
  object.module.isOfSystem = isLibrary && isOfSystem(object.path);
  return addModule(object, *thread);
}

}  // namespace lockstep::runtime
