#include "runtime/Accesses.h"

#include <sys/mman.h>

#include <algorithm>
#include <utility>

#include "runtime/Modules.h"
#include "runtime/Thread.h"

namespace lockstep::runtime {
namespace {

template <class T>
T *mapArray(std::size_t count) {
  void *memory =
      mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<T *>(memory);
}

template <class T>
void unmapArray(T *&array, std::size_t count) {
  if (array != nullptr) munmap(array, count * sizeof(T));
  array = nullptr;
}

std::size_t hashOf(const Run &run) {
  std::uint64_t hash = run.site * 0x9e3779b97f4a7c15ULL ^ run.address;
  hash = hash * 0xd1b54a32d192ed03ULL ^ run.count;
  return (hash * 0x9e3779b97f4a7c15ULL) >> 40;
}

Span spanOf(const Run &run) { return {run.address, run.address + run.stride * (run.count - 1) + run.bytes}; }

/// Whether the run goes on where the other one ends.
bool continues(const Run &next, const Run &run) {
  if (next.site != run.site || next.touch != run.touch || next.bytes != run.bytes || run.count == 0) return false;
  const std::uint64_t step = next.address - run.address - run.stride * (run.count - 1);
  const std::uint64_t stride = run.count == 1 ? step : run.stride;
  return next.address > run.address && step == stride && (next.count == 1 || next.stride == stride);
}

/// One access of the other run.
bool isWithin(const Run &one, const Run &run) {
  if (one.site != run.site || one.touch != run.touch || one.bytes != run.bytes || one.count != 1) return false;
  const std::uint64_t distance = one.address - run.address;
  return run.stride != 0 && distance % run.stride == 0 && distance / run.stride < run.count;
}

constexpr std::uint64_t kMostBytesAtOnce = std::uint64_t{1} << 30;

void writeAccess(ThreadState &thread, std::uint32_t site, const Run &run) {
  auto *record = thread.reserve<trace::Access>();
  record->header.site = site;
  record->address = run.address;
  record->stride = static_cast<std::int64_t>(run.stride);
  record->count = run.count;
  record->bytes = static_cast<std::uint32_t>(run.bytes);
  record->access = run.touch == Touch::Store ? trace::AccessKind::Store : trace::AccessKind::Load;
  record->isPoll = run.touch == Touch::Poll ? 1 : 0;
  record->reserved[0] = record->reserved[1] = 0;
  thread.commit();
}

/// A record has 32 bits for the size of one access.
void writeRun(ThreadState &thread, std::uint32_t site, Run run) {
  if (run.bytes <= kMostBytesAtOnce) return writeAccess(thread, site, run);
  for (std::uint64_t i = 0; i < run.count; ++i) {
    const std::uintptr_t address = run.address + i * run.stride;
    const std::uint64_t parts = run.bytes / kMostBytesAtOnce;
    writeAccess(thread, site, {run.site, address, kMostBytesAtOnce, parts, kMostBytesAtOnce, run.touch});
    if (const std::uint64_t rest = run.bytes % kMostBytesAtOnce; rest != 0)
      writeAccess(thread, site, {run.site, address + parts * kMostBytesAtOnce, rest, 1, rest, run.touch});
  }
}

template <class SiteOf>
void publish(ThreadState &thread, const SiteOf &siteOf) {
  thread.segment.drain([&](const Run &run) {
    if (const std::uint32_t site = siteOf(run.site); site != 0) writeRun(thread, site, run);
  });
}

/// What does not fit is published before it.
template <class... What>
void note(ThreadState &thread, const What &...what) {
  if (thread.segment.add(what...)) return;
  publishAccesses(thread);
  thread.segment.add(what...);
}

void answerRequest(ThreadState &thread) {
  thread.writer.takeRequest();
  if (const Busy busy(thread); busy) publishAccesses(thread);
}

}  // namespace

bool OpenSegment::add(std::uintptr_t site, std::uintptr_t address, unsigned log, Touch touch) {
  if (mapCount_ * 4 >= (mask_ + 1) * 3 || log2_ == 0)
    if (!grow()) return false;
  const std::uint64_t tag = tagOf(address, log, touch);
  std::size_t slot = home(site, tag);
  while (keys_[slot].tag != 0 && (keys_[slot].tag != tag || keys_[slot].site != site)) slot = (slot + 1) & mask_;
  if (keys_[slot].tag == 0) {
    keys_[slot] = {site, tag};
    used_[mapCount_++] = static_cast<std::uint32_t>(slot);
  }
  const std::size_t place = placeOf(address, log);
  maps_[slot].words[place / 64] |= std::uint64_t{1} << (place % 64);
  return true;
}

bool OpenSegment::grow() {
  if (log2_ == kLastLog2) return false;
  OpenSegment larger;
  larger.log2_ = log2_ == 0 ? kFirstLog2 : log2_ + 2;
  const std::size_t slots = std::size_t{1} << larger.log2_;
  larger.mask_ = slots - 1;
  larger.keys_ = mapArray<Key>(slots);
  larger.maps_ = mapArray<Map>(slots);
  larger.used_ = mapArray<std::uint32_t>(slots);
  if (larger.keys_ == nullptr || larger.maps_ == nullptr || larger.used_ == nullptr) {
    larger.free();
    return false;
  }
  for (std::size_t i = 0; i < mapCount_; ++i) {
    const Key &key = keys_[used_[i]];
    std::size_t slot = larger.home(key.site, key.tag);
    while (larger.keys_[slot].tag != 0) slot = (slot + 1) & larger.mask_;
    larger.keys_[slot] = key;
    larger.maps_[slot] = maps_[used_[i]];
    larger.used_[larger.mapCount_++] = static_cast<std::uint32_t>(slot);
  }
  std::swap(keys_, larger.keys_);
  std::swap(maps_, larger.maps_);
  std::swap(used_, larger.used_);
  std::swap(mask_, larger.mask_);
  std::swap(log2_, larger.log2_);
  larger.free();
  return true;
}

void OpenSegment::free() {
  if (log2_ != 0) {
    unmapArray(keys_, mask_ + 1);
    unmapArray(maps_, mask_ + 1);
    unmapArray(used_, mask_ + 1);
  }
  unmapArray(runs_, kRunSlots);
  unmapArray(usedRuns_, kRunSlots);
  mapCount_ = runCount_ = mask_ = 0;
  log2_ = 0;
  hasRuns_ = false;
}

bool OpenSegment::makeRuns() {
  if (runs_ == nullptr) runs_ = mapArray<Run>(kRunSlots);
  if (usedRuns_ == nullptr) usedRuns_ = mapArray<std::uint16_t>(kRunSlots);
  return runs_ != nullptr && usedRuns_ != nullptr;
}

/// The run has come to its end; one that was there before is forgotten. False: no room.
bool OpenSegment::finish(Run &run) {
  if (!makeRuns()) return false;
  std::size_t slot = hashOf(run) & (kRunSlots - 1);
  for (; runs_[slot].count > 0; slot = (slot + 1) & (kRunSlots - 1))
    if (runs_[slot] == run) return true;
  if (runCount_ == kMostRuns) return false;
  runs_[slot] = run;
  usedRuns_[runCount_++] = static_cast<std::uint16_t>(slot);
  return true;
}

bool OpenSegment::add(const Run &run) {
  Run &open = open_[(run.site >> 2 ^ run.site >> 7) & (kOpenRuns - 1)];
  hasRuns_ = true;
  if (open.count > 0 && (open == run || isWithin(run, open))) return true;
  if (continues(run, open)) {
    if (open.count == 1) open.stride = run.address - open.address;
    open.count += run.count;
    return true;
  }
  if (open.count > 0 && !finish(open)) return false;
  open = run;
  return true;
}

void OpenSegment::sortMaps() {
  constexpr std::uint64_t kWhat = (std::uint64_t{1} << kBlockShift) - 1;
  if (mapCount_ < 2) return;
  std::sort(used_, used_ + mapCount_, [this](std::uint32_t a, std::uint32_t b) {
    const Key &one = keys_[a];
    const Key &other = keys_[b];
    if (one.site != other.site) return one.site < other.site;
    if ((one.tag & kWhat) != (other.tag & kWhat)) return (one.tag & kWhat) < (other.tag & kWhat);
    return one.tag < other.tag;
  });
}

void noteNewAccess(ThreadState &thread, std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes, Touch touch) {
  if (thread.writer.isWanted()) answerRequest(thread);
  const bool isSingle = OpenSegment::isSingle(bytes);
  const auto log = static_cast<unsigned>(__builtin_ctzll(bytes | kMostBytesAtOnce));
  if (!isWatched({address, address + bytes})) return;
  const Busy busy(thread);
  if (!busy) return;
  if (isSingle)
    note(thread, site, address, log, touch);
  else
    note(thread, Run{site, address, bytes, 1, bytes, touch});
}

void noteRun(ThreadState &thread, const Run &run) {
  if (thread.writer.isWanted()) answerRequest(thread);
  if (!isWatched(spanOf(run))) return;
  if (const Busy busy(thread); busy) note(thread, run);
}

void publishAccesses(ThreadState &thread) {
  if (thread.segment.isEmpty()) return;
  publish(thread, [&](std::uintptr_t address) { return thread.sites.find(thread, address).site; });
}

void publishAccessesInHandler(ThreadState &thread) {
  const Busy busy(thread);
  if (thread.segment.isEmpty() || !busy) return;
  publish(thread, [&](std::uintptr_t address) {
    return moduleOf(address, nullptr) != nullptr ? thread.sites.find(thread, address).site : 0;
  });
}

}  // namespace lockstep::runtime
