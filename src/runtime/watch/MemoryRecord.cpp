#include "runtime/watch/MemoryRecord.h"

#include <unwind.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <vector>

#include "mpi/Predefined.h"
#include "mpi/Significance.h"
#include "runtime/accesses/Accesses.h"
#include "runtime/handles/HandleMap.h"
#include "runtime/handles/Handles.h"
#include "runtime/handles/RequestHandles.h"
#include "runtime/plans/ArrayLength.h"
#include "runtime/plans/CallPlan.h"
#include "runtime/plans/RawBits.h"
#include "runtime/recorder/Thread.h"
#include "runtime/sites/Modules.h"
#include "runtime/threads/BlockedThreads.h"
#include "runtime/threads/OrderRecord.h"
#include "runtime/watch/Watch.h"
#include "trace/MemberRoom.h"

namespace lockstep::runtime {
namespace {

using mpi::Effect;
using mpi::Role;

const ObjectsApi *gObjects = nullptr;

bool isResult(Role role) { return mpi::info(role).capture == mpi::Capture::ScalarOut; }

template <class Visit>
void forEachBit(std::uint32_t bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(__builtin_ctz(bits)));
}

/// What the instrumentation writes is recorded as it is.
enum class WrittenKind : std::uint8_t {
#define VALUE_KIND(name) name,
#include "Hooks.def"
};
#define VALUE_KIND(name) \
  static_assert(static_cast<unsigned>(WrittenKind::name) == static_cast<unsigned>(trace::ValueKind::name));
#include "Hooks.def"

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
}

/// Layouts are constants of the program: each has its number, and its record, in every process once. Two threads that
/// come upon one at the same time may both write it, with a number each; to keep one waiting for the other's record
/// would cost more.
HandleMap<12> gLayouts;
std::atomic<std::uint64_t> gLastLayout{0};

std::uint64_t layoutId(ThreadState &thread, const ProgramLayout *layout) {
  if (layout == nullptr) return 0;
  const std::int64_t key = rawBits(layout);
  if (const std::uint64_t known = gLayouts.find(key)) return known;
  const std::size_t bytes = layout->partCount * sizeof(trace::LayoutPart);
  auto *record = thread.reserve<trace::Layout>(bytes);
  record->id = gLastLayout.fetch_add(1, std::memory_order_relaxed) + 1;
  record->bytes = layout->bytes;
  record->partCount = layout->partCount;
  record->reserved = 0;
  memcpy(record->name, layout->name, sizeof record->name);
  record->name[sizeof record->name - 1] = 0;
  memcpy(record + 1, layout + 1, bytes);
  const std::uint64_t id = record->id;
  thread.commit();
  gLayouts.set(key, id);
  return id;
}

/// The bytes that the call accesses from the address in the argument on, where they are the values of a predefined
/// type side by side; UINT64_MAX for anything else.
std::uint64_t plainBytes(const mpi::RoutineInfo &row, const std::int64_t *raw, std::size_t argument) {
  const mpi::BufferPlan plan = row.bufferAt(static_cast<int>(argument));
  const bool isWhole = plan.amount == mpi::Amount::Whole;
  if ((!isWhole && plan.amount != mpi::Amount::One) || (isWhole && raw[plan.count] < 0)) return UINT64_MAX;
  const auto id = static_cast<std::uint64_t>(handleId(mpi::Element::Datatype, raw[plan.datatype]));
  const mpi::PredefinedTypeInfo *basic = mpi::predefinedType(id);
  if (basic == nullptr || basic->category == mpi::TypeCategory::Pair || basic->bytes == 0) return UINT64_MAX;
  std::uint64_t bytes = basic->bytes;
  if (isWhole && __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(raw[plan.count]), &bytes)) return UINT64_MAX;
  return bytes;
}

/// Hash of what the engine can derive from the object and the argument that points into it. If the object is large
/// enough, only the position relative to the type, which repeats through the object, and the alignment matter.
std::uint64_t hashObject(std::uint64_t hash, const FoundObject &found, std::uintptr_t address, bool isEnough) {
  constexpr std::uintptr_t kLargestAlignment = 16;
  hash = mix(mix(hash, reinterpret_cast<std::uintptr_t>(found.layout)), static_cast<std::uint64_t>(found.kind));
  if (!isEnough) return mix(mix(mix(hash, found.begin), found.bytes), address);
  const std::uint64_t before = address - found.begin;
  const bool repeats = found.layout != nullptr && found.layout->bytes != 0;
  return mix(mix(hash, address % kLargestAlignment), repeats ? before % found.layout->bytes : 0);
}

void writeObject(ThreadState &thread, std::size_t argument, std::uintptr_t address, const FoundObject &found) {
  const std::uint64_t layout = layoutId(thread, found.layout);
  auto *record = thread.reserve<trace::Memory>();
  record->before = address - found.begin;
  record->bytes = found.bytes - record->before;
  record->layout = layout;
  record->argument = static_cast<std::uint32_t>(argument);
  record->kind = found.kind;
  record->isMixed = found.layout != nullptr && found.layout->isMixed != 0 ? 1 : 0;
  memset(record->reserved, 0, sizeof record->reserved);
  thread.commit();
}

/// Whether the object, and the value of its type at this offset, have room for a result of this size.
bool hasRoom(const FoundObject &found, std::uint64_t before, std::uint64_t width) {
  if (width == 0 || width > found.bytes - before) return false;
  const ProgramLayout *layout = found.layout;
  if (layout == nullptr || layout->bytes == 0 || layout->isMixed != 0) return true;
  const auto *parts = reinterpret_cast<const trace::LayoutPart *>(layout + 1);
  return trace::memberRoom({parts, layout->partCount}, layout->bytes, before % layout->bytes, width) >= width;
}

/// `hash` is that of the call without its addresses.
void tellObject(ThreadState &thread, const mpi::RoutineInfo &row, const std::int64_t *raw, std::size_t argument,
                std::uint64_t hash) {
  FoundObject found;
  const auto address = static_cast<std::uintptr_t>(raw[argument]);
  if (!gObjects->find(address, &found)) return;
  const CallPlan &plan = callPlan(row.routine);
  const Role role = row.storage[argument].role;
  const std::uint64_t room = found.bytes - (address - found.begin);
  if (isResult(role) && hasRoom(found, address - found.begin, plan.arguments[argument].width)) return;
  const bool isEnough = mpi::isDataBuffer(role) && plainBytes(row, raw, argument) <= room;
  if (!plan.hasArrays && !thread.toldMemory.addObject(hashObject(mix(hash, argument), found, address, isEnough)))
    return;
  writeObject(thread, argument, address, found);
}

/// What the length of the array follows from, and where the array is.
std::uint64_t hashArray(std::uint64_t hash, const CallPlan &plan, const std::int64_t *raw, std::size_t argument) {
  const ArgumentPlan &array = plan.arguments[argument];
  hash = mix(mix(hash, argument), static_cast<std::uint64_t>(raw[argument]));
  for (const std::int8_t other : {array.length, plan.comm, plan.root, array.inPlace})
    if (other >= 0) hash = mix(hash, static_cast<std::uint64_t>(raw[other]));
  return hash;
}

std::size_t widthOf(const ArgumentPlan &array) {
  return array.capture == mpi::Capture::StatusArrayOut ? sizeof(MPI_Status) : array.width;
}

/// An array that is long enough is checked once.
void tellArray(ThreadState &thread, const CallPlan &plan, const std::int64_t *raw, std::size_t argument,
               std::uint64_t site) {
  const ArgumentPlan &array = plan.arguments[argument];
  const std::size_t width = widthOf(array);
  if (width == 0 || !isAddress(raw[argument])) return;
  const std::uint64_t hash = hashArray(site + 1, plan, raw, argument);
  if (!thread.toldMemory.addCall(hash, gObjects->changes->load(std::memory_order_relaxed))) return;
  FoundObject found;
  const auto address = static_cast<std::uintptr_t>(raw[argument]);
  if (!gObjects->find(address, &found)) return;
  const std::size_t room = (found.bytes - (address - found.begin)) / width;
  const std::size_t length = array.capture == mpi::Capture::StatusArrayOut
                                 ? statedLength(array, raw)
                                 : ArrayLengths(plan, raw, &thread.shortArrays).of(argument);
  if (length <= room) return;
  thread.toldMemory.forgetCall(hash);
  thread.shortArrays.which = static_cast<std::uint16_t>(thread.shortArrays.which | 1U << argument);
  thread.shortArrays.lengths[argument] = room;
  if (thread.toldMemory.addObject(mix(hash, length))) writeObject(thread, argument, address, found);
}

/// Memory that a window exposes and the program may release.
struct Exposed {
  std::int64_t window;
  Span span;
};

/// In storage that is never torn down.
struct State {
  SpinLock lock;
  std::vector<Exposed> exposed;
};

State &state() {
  static State *const known = new State;
  return *known;
}

/// Publishes the memory of interest to the stub; with the lock held.
void publishBounds() {
  Span bounds;
  for (const Exposed &one : state().exposed)
    bounds =
        bounds.isEmpty() ? one.span : Span{std::min(bounds.begin, one.span.begin), std::max(bounds.end, one.span.end)};
  gObjects->exposed->low.store(bounds.begin, std::memory_order_relaxed);
  gObjects->exposed->high.store(bounds.end, std::memory_order_relaxed);
}

template <class IsGone>
void forget(const IsGone &isGone) {
  const std::lock_guard lock(state().lock);
  if (std::erase_if(state().exposed, isGone) > 0) publishBounds();
}

Span spanGiven(const mpi::RoutineInfo &row, const std::int64_t *raw) {
  const int base = row.indexOf(Role::WindowBase);
  const int size = row.indexOf(Role::WindowSize);
  if (base < 0 || size < 0 || raw[size] <= 0 || !isAddress(raw[base])) return {};
  const auto begin = static_cast<std::uintptr_t>(raw[base]);
  return {begin, begin + static_cast<std::uintptr_t>(raw[size])};
}

_Unwind_Reason_Code stopAtUser(_Unwind_Context *context, void *data) {
  const std::uintptr_t address = _Unwind_GetIP(context);
  const LoadedModule *module = moduleOf(address, tThread);
  if (module == nullptr || !module->isOfUser()) return _URC_NO_REASON;
  *static_cast<std::uintptr_t *>(data) = address;
  return _URC_NORMAL_STOP;
}

/// The part of the memory, from the first to the last byte, that windows expose. In free(): short, and without others'
/// locks.
Span exposedOf(const Span &memory) {
  Span found;
  if (gObjects == nullptr || memory.begin >= gObjects->exposed->high.load(std::memory_order_relaxed)) return found;
  const std::lock_guard lock(state().lock);
  for (const Exposed &one : state().exposed) {
    const Span part{std::max(memory.begin, one.span.begin), std::min(memory.end, one.span.end)};
    if (part.isEmpty()) continue;
    found = found.isEmpty() ? part : Span{std::min(found.begin, part.begin), std::max(found.end, part.end)};
  }
  return found;
}

/// The innermost site in the program's own code: operator delete calls free() for it.
SiteEntry &siteOfUser(ThreadState &thread, std::uintptr_t address) {
  const LoadedModule *module = moduleOf(address, &thread);
  if (module == nullptr || !module->isOfUser()) {
    std::uintptr_t behind = 0;
    _Unwind_Backtrace(stopAtUser, &behind);
    if (behind != 0) address = behind;
  }
  return thread.sites.find(thread, address);
}

void writeReleased(ThreadState &thread, const Span &memory, trace::ReleaseKind how, const void *site) {
  const Busy busy(thread);
  if (!busy) return;
  SiteEntry &place = siteOfUser(thread, reinterpret_cast<std::uintptr_t>(site));
  const std::uint32_t number = place.site;
  const std::uint32_t stack = thread.stacks.find(thread, place);
  publishAccesses(thread);
  auto *record = thread.reserve<trace::Released>();
  record->header.site = number;
  record->stack = stack;
  record->address = memory.begin;
  record->bytes = memory.end - memory.begin;
  record->how = how;
  memset(record->reserved, 0, sizeof record->reserved);
  thread.commit();
}

/// Memory released by the library itself is its own, not a buffer of the program.
bool isInsideMpi() { return tThread != nullptr && tThread->depth > 0 && !tThread->isFreeing; }

}  // namespace

void knowObjects(const ObjectsApi *objects) {
  gObjects = objects;
  if (objects != nullptr) publishWatched(objects->watched);
}
const ObjectsApi *knownObjects() { return gObjects; }

void watchReleases() {
  if (gObjects != nullptr) gObjects->release->store(writeRelease, std::memory_order_release);
}

void writeMemory(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, std::uint32_t site) {
  const CallPlan &call = callPlan(routine);
  const MemoryPlan &plan = call.memory;
  thread.shortArrays.which = 0;
  forEachBit(plan.arrays, [&](std::size_t i) { tellArray(thread, call, raw, i, site); });
  if (plan.pointers == 0) return;
  std::uint64_t hash = site + 1;
  forEachBit(plan.values, [&](std::size_t i) { hash = mix(hash, static_cast<std::uint64_t>(raw[i])); });
  forEachBit(plan.peers, [&](std::size_t i) { hash = mix(hash, raw[i] < 0 ? static_cast<std::uint64_t>(raw[i]) : 0); });
  std::uint64_t whole = hash;
  forEachBit(plan.pointers, [&](std::size_t i) { whole = mix(whole, static_cast<std::uint64_t>(raw[i])); });
  const std::uint64_t changes = gObjects->changes->load(std::memory_order_relaxed);
  if (!call.hasArrays && !thread.toldMemory.addCall(whole, changes)) return;
  const mpi::RoutineInfo &row = mpi::info(routine);
  forEachBit(plan.pointers, [&](std::size_t i) { tellObject(thread, row, raw, i, hash); });
}

void forgetWindowMemory(mpi::Routine routine, const std::int64_t *raw) {
  const mpi::RoutineInfo &row = mpi::info(routine);
  if (gObjects == nullptr) return;
  if (row.effect == Effect::WinFree) {
    const int window = row.indexOf(Role::FreedWindow);
    if (window < 0 || !isAddress(raw[window])) return;
    const std::int64_t bits = handleAt(row, window, raw[window]);
    forget([&](const Exposed &one) { return one.window == bits; });
  } else if (row.effect == Effect::WinDetach) {
    const auto base = static_cast<std::uintptr_t>(raw[row.indexOf(Role::DetachedBase)]);
    const std::int64_t bits = raw[row.indexOf(Role::Window)];
    forget([&](const Exposed &one) { return one.window == bits && one.span.begin == base; });
  }
}

void noteWindowMemory(mpi::Routine routine, const std::int64_t *raw) {
  const mpi::RoutineInfo &row = mpi::info(routine);
  if (gObjects == nullptr || (row.effect != Effect::WinCreate && row.effect != Effect::WinAttach)) return;
  const Span span = spanGiven(row, raw);
  if (span.isEmpty()) return;
  const int made = row.indexOf(Role::NewWindow);
  const std::int64_t bits = made >= 0 ? handleAt(row, made, raw[made]) : raw[row.indexOf(Role::Window)];
  const std::lock_guard lock(state().lock);
  state().exposed.push_back({bits, span});
  publishBounds();
}

void writeRelease(std::uintptr_t begin, std::uintptr_t end, trace::ReleaseKind how, const void *site) {
  if (gProcess.off.load(std::memory_order_relaxed) || gProcess.directory < 0) return;
  // The recorder itself may release memory, even while it holds the lock.
  if (tThread != nullptr && tThread->isBusy.load(std::memory_order_relaxed)) return;
  const Span exposed = exposedOf({begin, end});
  const bool isInUse = !isInsideMpi() && isWatched({begin, end});
  if (exposed.isEmpty() && !isInUse) return;
  const int error = errno;  // free() does not change it
  if (ThreadState *thread = thisThread()) {
    if (!exposed.isEmpty()) writeReleased(*thread, exposed, how, site);
    if (isInUse) writeReleased(*thread, {begin, end}, how, site);
  }
  errno = error;
}

}  // namespace lockstep::runtime
