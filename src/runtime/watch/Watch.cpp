#include "runtime/watch/Watch.h"

#include <algorithm>
#include <mutex>

#include "runtime/accesses/MapArray.h"
#include "runtime/handles/HandleMap.h"
#include "runtime/memory/Objects.h"

namespace lockstep::runtime {

std::atomic<bool> gIsWatching{false};
std::atomic<std::uint32_t> gWatchChanges{0};

namespace {

constexpr std::uintptr_t kPage = std::uintptr_t{1} << kPageBits;
constexpr std::size_t kSmallPages = 4;  // a span over more pages is a large one
constexpr unsigned kLongestLook = 64;   // spans of a list before all of it counts as watched
constexpr unsigned kMostTries = 10000;  // lookups during changes: the thread may have interrupted one itself
constexpr std::size_t kPoolNodes = 1024;

SpinLock gLock;  // of every change
HookCopy *gCopies = nullptr;
std::uint16_t *gCounts = nullptr;  // spans on each page of the tables; a full count stays

/// Lets readers detect a concurrent change.
class Version {
 public:
  void begin() {
    version_.store(version_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
  }
  void end() { version_.store(version_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }

  /// Repeats an unsuccessful lookup if something changed meanwhile.
  template <class Look>
  bool read(const Look &look) const {
    for (unsigned tries = 0; tries < kMostTries; ++tries) {
      const std::uint32_t before = version_.load(std::memory_order_acquire);
      if (look()) return true;
      std::atomic_thread_fence(std::memory_order_acquire);
      if ((before & 1) == 0 && version_.load(std::memory_order_relaxed) == before) return false;
      __builtin_ia32_pause();
    }
    return true;
  }

 private:
  std::atomic<std::uint32_t> version_{0};
};

std::size_t pagesOf(const Span &span) { return ((span.end - 1) >> kPageBits) - (span.begin >> kPageBits) + 1; }

/// Small spans, in a list per page. Nodes are reused but never freed: a reader may still be at one.
class SmallSpans {
 public:
  bool add(const Span &span) {
    std::size_t done = 0;
    const std::size_t pages = pagesOf(span);
    while (done < pages && addToPage((span.begin >> kPageBits) + done, span)) ++done;
    if (done == pages) return true;
    while (done-- > 0) removeFromPage((span.begin >> kPageBits) + done, span);
    return false;
  }

  /// False when it was not there.
  bool remove(const Span &span) {
    bool isFound = false;
    for (std::size_t i = pagesOf(span); i-- > 0;) isFound = removeFromPage((span.begin >> kPageBits) + i, span);
    return isFound;
  }

  bool overlapsOnPage(const Span &span, std::uintptr_t page) const {
    const Bucket &bucket = bucketOf(page);
    if (bucket.first.load(std::memory_order_relaxed) == nullptr) return false;
    return bucket.version.read([&] {
      unsigned looks = 0;
      for (const Node *node = bucket.first.load(std::memory_order_acquire); node != nullptr;
           node = node->next.load(std::memory_order_acquire)) {
        if (node->begin.load(std::memory_order_relaxed) < span.end &&
            node->end.load(std::memory_order_relaxed) > span.begin)
          return true;
        if (++looks == kLongestLook) return true;
      }
      return false;
    });
  }

 private:
  struct Node {
    std::atomic<std::uintptr_t> begin;
    std::atomic<std::uintptr_t> end;
    std::atomic<Node *> next;
    std::uintptr_t page;
    std::size_t times;  // that it is watched
  };
  struct Bucket {
    std::atomic<Node *> first;
    Version version;
  };
  static constexpr unsigned kLog2 = 13;

  static std::size_t home(std::uintptr_t page) { return (page * 0x9e3779b97f4a7c15ULL) >> (64 - kLog2); }
  Bucket &bucketOf(std::uintptr_t page) { return buckets_[home(page)]; }
  const Bucket &bucketOf(std::uintptr_t page) const { return buckets_[home(page)]; }

  bool addToPage(std::uintptr_t page, const Span &span) {
    Bucket &bucket = bucketOf(page);
    Node *first = bucket.first.load(std::memory_order_relaxed);
    unsigned looks = 0;
    for (Node *node = first; node != nullptr && looks < kLongestLook; ++looks, node = next(node))
      if (isFor(*node, page, span)) return ++node->times, true;
    Node *node = takeNode();
    if (node == nullptr) return false;
    bucket.version.begin();
    node->begin.store(span.begin, std::memory_order_relaxed);
    node->end.store(span.end, std::memory_order_relaxed);
    node->page = page;
    node->times = 1;
    node->next.store(first, std::memory_order_relaxed);
    bucket.first.store(node, std::memory_order_release);
    bucket.version.end();
    return true;
  }

  bool removeFromPage(std::uintptr_t page, const Span &span) {
    Bucket &bucket = bucketOf(page);
    std::atomic<Node *> *link = &bucket.first;
    while (Node *node = link->load(std::memory_order_relaxed)) {
      if (!isFor(*node, page, span)) {
        link = &node->next;
        continue;
      }
      if (--node->times > 0) return true;
      bucket.version.begin();
      link->store(next(node), std::memory_order_relaxed);
      node->next.store(free_, std::memory_order_relaxed);
      bucket.version.end();
      free_ = node;
      return true;
    }
    return false;
  }

  static Node *next(const Node *node) { return node->next.load(std::memory_order_relaxed); }
  static bool isFor(const Node &node, std::uintptr_t page, const Span &span) {
    return node.page == page && node.begin.load(std::memory_order_relaxed) == span.begin &&
           node.end.load(std::memory_order_relaxed) == span.end;
  }

  Node *takeNode() {
    if (free_ == nullptr && !refill()) return nullptr;
    Node *node = free_;
    free_ = next(node);
    return node;
  }

  bool refill() {
    auto *nodes = mapArray<Node>(kPoolNodes);
    if (nodes == nullptr) return false;
    for (std::size_t i = 0; i < kPoolNodes; ++i) {
      nodes[i].next.store(free_, std::memory_order_relaxed);
      free_ = &nodes[i];
    }
    return true;
  }

  Node *free_ = nullptr;
  Bucket buckets_[std::size_t{1} << kLog2];
};

/// Large spans, sorted by their begin.
class LargeSpans {
 public:
  bool add(const Span &span) {
    if (count_.load(std::memory_order_relaxed) == capacity_ && !grow()) return false;
    Entry *entries = entries_.load(std::memory_order_relaxed);
    const std::size_t count = count_.load(std::memory_order_relaxed);
    const std::size_t place = after(entries, count, span.begin);
    version_.begin();
    for (std::size_t i = count; i > place; --i) copy(entries[i], entries[i - 1]);
    set(entries[place], span);
    count_.store(count + 1, std::memory_order_release);
    setReach(entries, place);
    version_.end();
    return true;
  }

  /// False when it was not there.
  bool remove(const Span &span) {
    Entry *entries = entries_.load(std::memory_order_relaxed);
    const std::size_t count = count_.load(std::memory_order_relaxed);
    for (std::size_t i = after(entries, count, span.begin); i-- > 0 && begin(entries[i]) == span.begin;) {
      if (entries[i].end.load(std::memory_order_relaxed) != span.end) continue;
      version_.begin();
      for (std::size_t j = i; j + 1 < count; ++j) copy(entries[j], entries[j + 1]);
      count_.store(count - 1, std::memory_order_relaxed);
      setReach(entries, i);
      version_.end();
      return true;
    }
    return false;
  }

  /// A span that contains the address; false if there is none, or it is just changing.
  bool find(std::uintptr_t address, Span &span) const {
    version_.read([&] {
      const std::size_t count = count_.load(std::memory_order_acquire);
      const Entry *entries = entries_.load(std::memory_order_acquire);
      for (std::size_t i = after(entries, count, address); i-- > 0;) {
        if (entries[i].reach.load(std::memory_order_relaxed) <= address) return false;
        span = {begin(entries[i]), entries[i].end.load(std::memory_order_relaxed)};
        if (span.begin <= address && address < span.end) return true;
      }
      return false;
    });
    return span.begin <= address && address < span.end;
  }

  bool overlaps(const Span &span) const {
    if (count_.load(std::memory_order_relaxed) == 0) return false;
    return version_.read([&] {
      const std::size_t count = count_.load(std::memory_order_acquire);  // first: no array gets smaller
      const Entry *entries = entries_.load(std::memory_order_acquire);
      const std::size_t before = after(entries, count, span.end - 1);
      return before > 0 && entries[before - 1].reach.load(std::memory_order_relaxed) > span.begin;
    });
  }

 private:
  struct Entry {
    std::atomic<std::uintptr_t> begin;
    std::atomic<std::uintptr_t> end;
    std::atomic<std::uintptr_t> reach;  // the furthest end of this one and all before it
  };

  static std::uintptr_t begin(const Entry &entry) { return entry.begin.load(std::memory_order_relaxed); }
  static void set(Entry &entry, const Span &span) {
    entry.begin.store(span.begin, std::memory_order_relaxed);
    entry.end.store(span.end, std::memory_order_relaxed);
  }
  static void copy(Entry &to, const Entry &from) {
    set(to, {begin(from), from.end.load(std::memory_order_relaxed)});
    to.reach.store(from.reach.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }

  /// The number of entries that begin at `address` or before it.
  static std::size_t after(const Entry *entries, std::size_t count, std::uintptr_t address) {
    std::size_t low = 0;
    while (count > 0) {
      const std::size_t half = count / 2;
      if (begin(entries[low + half]) <= address) {
        low += half + 1;
        count -= half + 1;
      } else {
        count = half;
      }
    }
    return low;
  }

  void setReach(Entry *entries, std::size_t from) {
    std::uintptr_t reach = from > 0 ? entries[from - 1].reach.load(std::memory_order_relaxed) : 0;
    for (std::size_t i = from; i < count_.load(std::memory_order_relaxed); ++i) {
      reach = std::max(reach, entries[i].end.load(std::memory_order_relaxed));
      entries[i].reach.store(reach, std::memory_order_relaxed);
    }
  }

  /// The smaller array is kept: a reader may still use it.
  bool grow() {
    const std::size_t capacity = capacity_ == 0 ? 256 : capacity_ * 2;
    auto *entries = mapArray<Entry>(capacity);
    if (entries == nullptr) return false;
    const Entry *old = entries_.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < count_.load(std::memory_order_relaxed); ++i) copy(entries[i], old[i]);
    entries_.store(entries, std::memory_order_release);
    capacity_ = capacity;
    return true;
  }

  Version version_;
  std::atomic<Entry *> entries_{nullptr};
  std::atomic<std::size_t> count_{0};
  std::size_t capacity_ = 0;
};

SmallSpans gSmall;
LargeSpans gLarge;
std::atomic<bool> gEverWatched{false};
std::atomic<bool> gHasLost{false};  // a span for lack of memory: all that is marked counts as watched

void setTables(std::size_t index, unsigned char value) {
  for (HookCopy *copy = gCopies; copy != nullptr; copy = copy->nextServed)
    __atomic_store_n(&copy->watched[index], value, __ATOMIC_RELAXED);
}

/// Calls `visit` once for every entry of the tables that the span's pages have; a span larger than the address range of
/// a table has them all.
template <class Visit>
void forEachIndex(const Span &span, const Visit &visit) {
  const std::size_t pages = std::min(pagesOf(span), kTableSize);
  for (std::size_t i = 0; i < pages; ++i) visit(tableIndex(span.begin + i * kPage));
}

constexpr std::uint16_t kFull = 0xffff;

void mark(const Span &span) {
  forEachIndex(span, [](std::size_t index) {
    if (gCounts[index] == 0) setTables(index, 1);
    if (gCounts[index] != kFull) ++gCounts[index];
  });
}

void unmark(const Span &span) {
  forEachIndex(span, [](std::size_t index) {
    if (gCounts[index] != kFull && --gCounts[index] == 0) setTables(index, 0);
  });
}

bool isSmall(const Span &span) { return pagesOf(span) <= kSmallPages; }

bool makeCounts() {
  if (gCounts == nullptr) gCounts = mapArray<std::uint16_t>(kTableSize);
  return gCounts != nullptr;
}

LookedAfter *gBounds = nullptr;
std::size_t gSpans = 0;  // that are watched, each as often as it is

/// They shrink only when nothing is watched: that happens often enough, and finding the first and last span at each
/// removal would be too expensive.
void setBounds(const Span &bounds) {
  if (gBounds == nullptr) return;
  gBounds->low.store(bounds.begin, std::memory_order_relaxed);
  gBounds->high.store(bounds.end, std::memory_order_relaxed);
}

void widenBounds(const Span &span) {
  if (gBounds == nullptr) return;
  const Span now{gBounds->low.load(std::memory_order_relaxed), gBounds->high.load(std::memory_order_relaxed)};
  if (now.isEmpty()) return setBounds(span);
  if (span.begin < now.begin || span.end > now.end)
    setBounds({std::min(now.begin, span.begin), std::max(now.end, span.end)});
}

bool isMarked(std::uintptr_t page) { return gCounts[page & (kTableSize - 1)] != 0; }

}  // namespace

void watch(const Span &span) {
  if (span.isEmpty() || !isWatching()) return;
  const std::lock_guard lock(gLock);
  if (!(isSmall(span) ? gSmall.add(span) : gLarge.add(span))) gHasLost.store(true, std::memory_order_relaxed);
  mark(span);
  ++gSpans;
  widenBounds(span);
  gEverWatched.store(true, std::memory_order_relaxed);
}

void unwatch(const Span &span) {
  if (span.isEmpty() || !isWatching()) return;
  const std::lock_guard lock(gLock);
  if (!(isSmall(span) ? gSmall.remove(span) : gLarge.remove(span))) return;
  if (!isSmall(span)) gWatchChanges.fetch_add(1, std::memory_order_relaxed);
  unmark(span);
  if (--gSpans == 0) setBounds({});
}

void publishWatched(LookedAfter *bounds) {
  const std::lock_guard lock(gLock);
  gBounds = bounds;
}

bool hasEverWatched() { return gEverWatched.load(std::memory_order_relaxed); }

bool isWatched(const Span &span) {
  if (span.isEmpty() || !isWatching()) return false;
  if (gLarge.overlaps(span)) return true;
  const std::uintptr_t last = (span.end - 1) >> kPageBits;
  for (std::uintptr_t page = span.begin >> kPageBits; page <= last; ++page)
    if (isMarked(page) && (gSmall.overlapsOnPage(span, page) || gHasLost.load(std::memory_order_relaxed))) return true;
  return false;
}

WatchedMemory watchedAround(std::uintptr_t address) {
  Span span;
  if (gLarge.find(address, span)) return {span, true};
  constexpr std::uintptr_t kAround = kSmallPages * kPage;
  return {{address & ~(kAround - 1), (address | (kAround - 1)) + 1}, false};
}

void addTable(HookCopy &copy) {
  const std::lock_guard lock(gLock);
  if (!makeCounts()) return;
  copy.nextServed = gCopies;
  gCopies = &copy;
  for (std::size_t i = 0; isWatching() && i < kTableSize; ++i)
    if (gCounts[i] != 0) copy.watched[i] = 1;
  gIsWatching.store(true, std::memory_order_relaxed);
}

void removeTable(HookCopy &copy) {
  const std::lock_guard lock(gLock);
  for (HookCopy **link = &gCopies; *link != nullptr; link = &(*link)->nextServed) {
    if (*link != &copy) continue;
    *link = copy.nextServed;
    return;
  }
}

}  // namespace lockstep::runtime
