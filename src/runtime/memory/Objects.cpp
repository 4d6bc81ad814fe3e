// Heap blocks are in hash lists. A block is in the list of the cell in which it begins; the cell size is at least the
// block size, so that an address is in a block of its own cell or the previous one, on one of a few levels of cells.
// Whether free() gets another block is decided by one lookup in a small table of counters.
#include "runtime/memory/Objects.h"

#include <dlfcn.h>
#include <cstdlib>
#include <cstring>

#include "runtime/accesses/MapArray.h"
#include "runtime/memory/RequestVariables.h"

namespace lockstep::runtime {
namespace {

/// Gives up if the lock is never released, as in the child of a fork: then nothing is known from there on.
class Locked {
 public:
  Locked() {
    for (unsigned tries = 0; !isBroken_.load(std::memory_order_relaxed); ++tries) {
      if (!flag_.exchange(true, std::memory_order_acquire)) {
        isMine_ = true;
        return;
      }
      if (tries == kMostTries) isBroken_.store(true, std::memory_order_relaxed);
      __builtin_ia32_pause();
    }
  }
  ~Locked() {
    if (isMine_) flag_.store(false, std::memory_order_release);
  }
  Locked(const Locked &) = delete;
  Locked &operator=(const Locked &) = delete;
  explicit operator bool() const { return isMine_; }

 private:
  static constexpr unsigned kMostTries = 1U << 26;
  static std::atomic<bool> flag_;
  static std::atomic<bool> isBroken_;
  bool isMine_ = false;
};
constinit std::atomic<bool> Locked::flag_{false};
constinit std::atomic<bool> Locked::isBroken_{false};

std::uint64_t spread(std::uint64_t value) { return value * 0x9e3779b97f4a7c15ULL; }

// Blocks of the heap.

struct Block {
  std::uintptr_t begin;
  std::uint64_t bytes;
  const ProgramLayout *layout;
  Block *next;
};

constexpr unsigned kLevelBits[] = {12, 16, 20, 24, 32, 40};
constexpr std::size_t kLevels = sizeof kLevelBits / sizeof *kLevelBits;
constexpr unsigned kListBits = 15;
constexpr unsigned kCounterBits = 16;
constexpr std::uint8_t kFull = 0xff;
constexpr std::size_t kMostBlocks = std::size_t{1} << 18;
constexpr std::size_t kPoolBlocks = 1024;

constinit Block **gLists = nullptr;
constinit std::atomic<std::uint8_t *> gCounters{nullptr};  // of blocks, by where they begin; a full one stays
constinit Block *gFree = nullptr;
constinit std::size_t gMade = 0;
constinit std::atomic<std::size_t> gBlocks{0};
constinit std::atomic<std::uint64_t> gChanges{1};

void noteChange() { gChanges.fetch_add(1, std::memory_order_relaxed); }

std::size_t levelOf(std::uint64_t bytes) {
  std::size_t level = 0;
  while (level + 1 < kLevels && bytes >> kLevelBits[level] != 0) ++level;
  return level;
}

Block **listOf(std::size_t level, std::uintptr_t cell) {
  return &gLists[spread(cell * kLevels + level) >> (64 - kListBits)];
}

std::size_t counterOf(std::uintptr_t begin) { return spread(begin) >> (64 - kCounterBits); }

/// The definer of a function that others find by name: the stub, the C++ library, or another object.
enum class Owner : std::uint8_t { None, Stub, Library, Other };

Owner ownerOf(const char *name) {
  void *function = dlsym(RTLD_DEFAULT, name);
  Dl_info self{};
  Dl_info where{};
  if (function == nullptr) return Owner::None;
  if (dladdr(function, &where) == 0 || dladdr(&gFree, &self) == 0) return Owner::Other;
  if (where.dli_fbase == self.dli_fbase) return Owner::Stub;
  const bool isLibrary =
      strstr(where.dli_fname, "libstdc++") != nullptr || strstr(where.dli_fname, "libc++") != nullptr;
  return isLibrary ? Owner::Library : Owner::Other;
}

/// Whether all memory goes back through our free(): else a block might become another one without our knowing.
bool seesFree() {
  const Owner deletes = ownerOf("_ZdlPv");
  return ownerOf("free") == Owner::Stub && (deletes == Owner::None || deletes == Owner::Library);
}

bool makeTables() {
  constinit static bool isHopeless = false;
  if (gLists != nullptr) return true;
  if (isHopeless || !seesFree()) return isHopeless = true, false;
  Block **lists = mapArray<Block *>(std::size_t{1} << kListBits);
  auto *counters = mapArray<std::uint8_t>(std::size_t{1} << kCounterBits);
  if (lists == nullptr || counters == nullptr) return false;
  gLists = lists;
  gCounters.store(counters, std::memory_order_release);
  return true;
}

Block *takeBlock() {
  if (gFree == nullptr && gMade < kMostBlocks) {
    auto *blocks = mapArray<Block>(kPoolBlocks);
    for (std::size_t i = 0; blocks != nullptr && i < kPoolBlocks; ++i) {
      blocks[i].next = gFree;
      gFree = &blocks[i];
    }
    gMade += kPoolBlocks;
  }
  Block *block = gFree;
  if (block != nullptr) gFree = block->next;
  return block;
}

/// The last small block by hash. Walking all lists would take too long.
constexpr unsigned kSmallBits = 8;
constinit ObjectSpan gSmall[1U << kSmallBits] = {};

ObjectSpan &smallOf(std::uintptr_t begin) { return gSmall[spread(begin) >> (64 - kSmallBits)]; }

void remove(std::uintptr_t begin) {
  if (ObjectSpan &small = smallOf(begin); small.begin == begin) small = {};
  std::uint8_t *counters = gCounters.load(std::memory_order_relaxed);
  for (std::size_t level = 0; level < kLevels; ++level) {
    for (Block **link = listOf(level, begin >> kLevelBits[level]); *link != nullptr; link = &(*link)->next) {
      Block *block = *link;
      if (block->begin != begin) continue;
      *link = block->next;
      block->next = gFree;
      gFree = block;
      if (counters[counterOf(begin)] != kFull)
        __atomic_store_n(&counters[counterOf(begin)], static_cast<std::uint8_t>(counters[counterOf(begin)] - 1),
                         __ATOMIC_RELAXED);
      gBlocks.fetch_sub(1, std::memory_order_relaxed);
      noteChange();
      return;
    }
  }
}

bool isPerhapsKnown(std::uintptr_t begin) {
  const std::uint8_t *counters = gCounters.load(std::memory_order_acquire);
  return counters != nullptr && __atomic_load_n(&counters[counterOf(begin)], __ATOMIC_RELAXED) != 0;
}

void allocated(const void *address, std::uint64_t bytes, const ProgramLayout *layout) {
  if (address == nullptr || bytes == 0) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const Locked locked;
  if (!locked || !makeTables()) return;
  if (isPerhapsKnown(begin)) remove(begin);
  Block *block = takeBlock();
  if (block == nullptr) return;
  const std::size_t level = levelOf(bytes);
  Block **list = listOf(level, begin >> kLevelBits[level]);
  const bool isWhole = layout != nullptr && layout->bytes != 0 && bytes % layout->bytes == 0;
  *block = {begin, bytes, isWhole ? layout : nullptr, *list};
  *list = block;
  if (bytes <= kSmallObject) smallOf(begin) = {begin, bytes};
  std::uint8_t &counter = gCounters.load(std::memory_order_relaxed)[counterOf(begin)];
  if (counter != kFull) __atomic_store_n(&counter, static_cast<std::uint8_t>(counter + 1), __ATOMIC_RELAXED);
  gBlocks.fetch_add(1, std::memory_order_relaxed);
  noteChange();
}

bool findBlock(std::uintptr_t address, FoundObject &found) {
  if (gLists == nullptr) return false;
  for (std::size_t level = 0; level < kLevels; ++level) {
    const std::uintptr_t cell = address >> kLevelBits[level];
    for (const std::uintptr_t here : {cell, cell - 1}) {
      for (const Block *block = *listOf(level, here); block != nullptr; block = block->next) {
        if (address < block->begin || address - block->begin >= block->bytes) continue;
        found = {block->begin, block->bytes, block->layout, trace::MemoryKind::Heap};
        return true;
      }
    }
  }
  return false;
}

// Variables of the stack.

struct Lent {
  std::uintptr_t begin;
  std::uint64_t bytes;
  const ProgramLayout *layout;
};

constexpr std::size_t kMostLent = 48;
constinit thread_local Lent tLent[kMostLent] __attribute__((tls_model("initial-exec"))) = {};
constinit thread_local std::size_t tLentCount __attribute__((tls_model("initial-exec"))) = 0;  // may be more

/// Variables below the caller's frame belong to functions that were left by an exception or a jump.
void dropDead(std::uintptr_t frame) {
  if (tLentCount > kMostLent && tLent[kMostLent - 1].begin < frame)
    tLentCount = kMostLent;  // those beyond are dead too
  while (tLentCount > 0 && tLentCount <= kMostLent && tLent[tLentCount - 1].begin < frame) --tLentCount;
}

void lend(const void *address, std::uint64_t bytes, const ProgramLayout *layout) {
  dropDead(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  if (tLentCount < kMostLent) tLent[tLentCount] = {reinterpret_cast<std::uintptr_t>(address), bytes, layout};
  ++tLentCount;
}

void takeBack(std::uint64_t count) { tLentCount -= tLentCount < count ? tLentCount : count; }

/// The variable lent last counts; not those below the caller's frame, see dropDead.
bool findLent(std::uintptr_t address, FoundObject &found) {
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const std::size_t count = tLentCount < kMostLent ? tLentCount : kMostLent;
  for (std::size_t i = count; i-- > 0;) {
    if (tLent[i].begin < frame || address < tLent[i].begin || address - tLent[i].begin >= tLent[i].bytes) continue;
    found = {tLent[i].begin, tLent[i].bytes, tLent[i].layout, trace::MemoryKind::Variable};
    return true;
  }
  return false;
}

// Global variables, by address.

constinit ProgramObject *gGlobals = nullptr;
constinit std::size_t gGlobalCount = 0;
constinit std::size_t gGlobalRoom = 0;

int compare(const void *a, const void *b) {
  const void *first = static_cast<const ProgramObject *>(a)->address;
  const void *second = static_cast<const ProgramObject *>(b)->address;
  return first < second ? -1 : first > second ? 1 : 0;
}

/// How many begin at the address or before.
std::size_t globalsUpTo(std::uintptr_t address) {
  std::size_t low = 0;
  std::size_t high = gGlobalCount;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (reinterpret_cast<std::uintptr_t>(gGlobals[middle].address) <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool findGlobal(std::uintptr_t address, FoundObject &found) {
  const std::size_t count = globalsUpTo(address);
  if (count == 0) return false;
  const ProgramObject &object = gGlobals[count - 1];
  const auto begin = reinterpret_cast<std::uintptr_t>(object.address);
  if (address - begin >= object.bytes) return false;
  found = {begin, object.bytes, object.layout, trace::MemoryKind::Variable};
  return true;
}

bool find(std::uintptr_t address, FoundObject *found) {
  if (findLent(address, *found)) return true;
  if (gGlobalCount == 0 && gBlocks.load(std::memory_order_relaxed) == 0) return false;
  const Locked locked;
  return locked && (findGlobal(address, *found) || findBlock(address, *found));
}

/// Collects small objects.
class SmallObjects {
 public:
  SmallObjects(ObjectSpan *objects, std::size_t most) : objects_(objects), most_(most) {}
  void add(std::uintptr_t begin, std::uint64_t bytes) {
    if (bytes != 0 && bytes <= kSmallObject && count_ < most_) objects_[count_++] = {begin, bytes};
  }
  std::size_t count() const { return count_; }

 private:
  ObjectSpan *objects_;
  std::size_t most_;
  std::size_t count_ = 0;
};

std::size_t findSmall(ObjectSpan *objects, std::size_t most, bool onlyLent) {
  SmallObjects small(objects, most);
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  for (std::size_t i = 0; i < tLentCount && i < kMostLent; ++i)
    if (tLent[i].begin >= frame) small.add(tLent[i].begin, tLent[i].bytes);
  if (onlyLent) return small.count();
  const Locked locked;
  if (!locked) return small.count();
  for (const ObjectSpan &block : gSmall) small.add(block.begin, block.bytes);
  for (std::size_t i = 0; i < gGlobalCount; ++i)
    small.add(reinterpret_cast<std::uintptr_t>(gGlobals[i].address), gGlobals[i].bytes);
  return small.count();
}

constinit LookedAfter gExposed;
constinit LookedAfter gWatched;
constinit std::atomic<ReleaseWriter> gRelease{nullptr};

}  // namespace

constinit const ObjectsApi kObjectsApi = {lend,      takeBack,  allocated, find,         &gChanges,    &gExposed,
                                          &gWatched, &gRelease, findSmall, keepRequests, isOfTaskAlone};

void addGlobals(const ProgramObject *begin, const ProgramObject *end) {
  const auto count = static_cast<std::size_t>(end - begin);
  if (count == 0) return;
  const Locked locked;
  if (!locked) return;
  auto *all = mapArray<ProgramObject>(gGlobalCount + count);
  if (all == nullptr) return;
  if (gGlobalCount > 0) memcpy(all, gGlobals, gGlobalCount * sizeof *all);
  memcpy(all + gGlobalCount, begin, count * sizeof *all);
  unmapArray(gGlobals, gGlobalRoom);
  gGlobals = all;
  gGlobalRoom = gGlobalCount += count;
  qsort(gGlobals, gGlobalCount, sizeof *gGlobals, compare);
  noteChange();
}

void removeGlobals(const ProgramObject *begin, const ProgramObject *end) {
  constexpr std::uint64_t kGone = UINT64_MAX;
  if (begin == end) return;
  const Locked locked;
  if (!locked) return;
  for (const ProgramObject *object = begin; object != end; ++object) {
    std::size_t i = globalsUpTo(reinterpret_cast<std::uintptr_t>(object->address));
    while (i > 0 && gGlobals[i - 1].address == object->address) gGlobals[--i].bytes = kGone;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < gGlobalCount; ++i)
    if (gGlobals[i].bytes != kGone) gGlobals[kept++] = gGlobals[i];
  gGlobalCount = kept;
  noteChange();
}

void forgetBlock(void *block) {
  const auto begin = reinterpret_cast<std::uintptr_t>(block);
  if (!isPerhapsKnown(begin)) return;
  const Locked locked;
  if (locked) remove(begin);
}

bool knowsBlocks() { return gBlocks.load(std::memory_order_relaxed) != 0; }

bool mayBeLookedAfter(const void *begin) {
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  return first < gWatched.high.load(std::memory_order_relaxed) || first < gExposed.high.load(std::memory_order_relaxed);
}

void tellRelease(const void *begin, std::size_t bytes, trace::ReleaseKind how, const void *site) {
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  const auto isIn = [&](const LookedAfter &memory) {
    return first < memory.high.load(std::memory_order_relaxed) &&
           first + bytes > memory.low.load(std::memory_order_relaxed);
  };
  if (!isIn(gWatched) && !isIn(gExposed)) return;
  if (const ReleaseWriter write = gRelease.load(std::memory_order_acquire)) write(first, first + bytes, how, site);
}

}  // namespace lockstep::runtime
