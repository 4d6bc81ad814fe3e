// The accesses of a thread since its last recorded event: its open segment.
//
// The first touch of each place by each site and kind is noted, a further one costs nanoseconds. Single accesses of 1,
// 2, 4, … 64 bytes set a bit in a map of 512 places side by side, found by hash, so that a scan, a stencil or random
// access over a window take a bit per place and not a record per access. Ranges and odd sizes are runs, each noted
// once. When the segment ends the maps are sorted and their bits become runs with a stride, exact to the byte.
//
// The memory is bounded: a segment that does not fit is published early, which only repeats some of it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/Watch.h"
#include "trace/Record.h"

namespace lockstep::runtime {

struct ThreadState;

/// What an access does, as far as accesses without values tell.
enum class Touch : std::uint8_t { Load, Store, Poll };

/// `count` accesses, `stride` bytes apart.
struct Run {
  std::uintptr_t site = 0;  // return address
  std::uintptr_t address = 0;
  std::uint64_t stride = 0;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  Touch touch{};

  friend bool operator==(const Run &, const Run &) = default;
};

class OpenSegment {
 public:
  bool isEmpty() const { return mapCount_ == 0 && !hasRuns_; }

  /// Whether this very access has been noted. Only of isSingle() accesses.
  bool has(std::uintptr_t site, std::uintptr_t address, unsigned log, Touch touch) const {
    if (mapCount_ == 0) return false;
    const std::uint64_t tag = tagOf(address, log, touch);
    for (std::size_t i = home(site, tag);; i = (i + 1) & mask_) {
      if (keys_[i].tag == tag && keys_[i].site == site) {
        const std::size_t place = placeOf(address, log);
        return (maps_[i].words[place / 64] >> (place % 64) & 1) != 0;
      }
      if (keys_[i].tag == 0) return false;
    }
  }

  /// Accesses of these sizes have a place in a map.
  static bool isSingle(std::uint64_t bytes) { return bytes <= kMostBytes && (bytes & (bytes - 1)) == 0 && bytes != 0; }

  /// Both return false when there is no room: publish and try again.
  bool add(std::uintptr_t site, std::uintptr_t address, unsigned log, Touch touch);
  bool add(const Run &run);

  /// Hands out what was noted as runs and forgets it. For whom the memory is gone there is nothing to hand out.
  template <class Take>
  void drain(const Take &take);

  void free();

 private:
  static constexpr unsigned kPlacesLog2 = 9;  // places per map
  static constexpr std::size_t kWords = (std::size_t{1} << kPlacesLog2) / 64;
  static constexpr std::uint64_t kMostBytes = 64;
  static constexpr unsigned kFirstLog2 = 8;
  static constexpr unsigned kLastLog2 = 16;
  static constexpr std::size_t kRunSlots = 8192;
  static constexpr std::size_t kMostRuns = 6000;
  static constexpr std::size_t kOpenRuns = 16;

  struct Key {
    std::uintptr_t site;
    std::uint64_t tag;  // 0: free
  };
  struct Map {
    std::uint64_t words[kWords];
  };

  /// Which 512 places: the block, how far they are from being aligned, what touches them. Never 0.
  static std::uint64_t tagOf(std::uintptr_t address, unsigned log, Touch touch) {
    const std::uint64_t offset = address & ((std::uint64_t{1} << log) - 1);
    return (address >> (log + kPlacesLog2)) << kBlockShift | offset << 6 | static_cast<std::uint64_t>(touch) << 4 |
           log << 1 | 1;
  }
  static constexpr unsigned kBlockShift = 12;
  static std::size_t placeOf(std::uintptr_t address, unsigned log) {
    return address >> log & ((std::size_t{1} << kPlacesLog2) - 1);
  }
  static std::uintptr_t addressOf(std::uint64_t tag) {
    return ((tag >> kBlockShift) << (logOf(tag) + kPlacesLog2)) + (tag >> 6 & 63);
  }
  static unsigned logOf(std::uint64_t tag) { return static_cast<unsigned>(tag >> 1 & 7); }
  static Touch touchOf(std::uint64_t tag) { return static_cast<Touch>(tag >> 4 & 3); }

  std::size_t home(std::uintptr_t site, std::uint64_t tag) const {
    return ((site ^ tag * 0x9e3779b97f4a7c15ULL) * 0xd1b54a32d192ed03ULL) >> (64 - log2_);
  }

  bool grow();
  bool makeRuns();
  bool finish(Run &run);
  void sortMaps();

  template <class Take>
  void drainMaps(const Take &take);

  std::size_t mapCount_ = 0;
  std::size_t mask_ = 0;
  unsigned log2_ = 0;  // of the slots; 0: none yet
  bool hasRuns_ = false;
  Key *keys_ = nullptr;
  Map *maps_ = nullptr;
  std::uint32_t *used_ = nullptr;  // slots, in the order of their filling
  std::size_t runCount_ = 0;
  Run *runs_ = nullptr;  // by hash; count 0: free
  std::uint16_t *usedRuns_ = nullptr;
  Run open_[kOpenRuns] = {};  // the last run of some sites, which may go on
};

/// Turns accesses in rising order into runs, each as long as the next access continues its stride.
template <class Take>
class RunBuilder {
 public:
  explicit RunBuilder(const Take &take) : take_(take) {}
  ~RunBuilder() { end(); }
  RunBuilder(const RunBuilder &) = delete;
  RunBuilder &operator=(const RunBuilder &) = delete;

  void add(std::uintptr_t site, Touch touch, std::uint64_t bytes, std::uintptr_t address, std::uint64_t count) {
    const bool isSame = run_.count > 0 && run_.site == site && run_.touch == touch && run_.bytes == bytes;
    const std::uint64_t step = address - run_.address - run_.stride * (run_.count - 1);
    if (isSame && run_.count == 1 && (count == 1 || step == bytes)) run_.stride = step;
    if (isSame && step == run_.stride && (count == 1 || step == bytes)) {
      run_.count += count;
      return;
    }
    end();
    run_ = {site, address, bytes, count, bytes, touch};
  }

  void end() {
    if (run_.count > 0) take_(run_);
    run_.count = 0;
  }

 private:
  const Take &take_;
  Run run_{};
};

template <class Take>
void OpenSegment::drainMaps(const Take &take) {
  sortMaps();
  RunBuilder<Take> builder(take);
  for (std::size_t i = 0; i < mapCount_; ++i) {
    Key &key = keys_[used_[i]];
    Map &map = maps_[used_[i]];
    const unsigned log = logOf(key.tag);
    const std::uint64_t bytes = std::uint64_t{1} << log;
    const std::uintptr_t base = addressOf(key.tag);
    for (std::size_t word = 0; word < kWords; ++word) {
      std::uint64_t left = map.words[word];
      for (std::size_t place = word * 64; left != 0;) {
        const auto gap = static_cast<unsigned>(__builtin_ctzll(left));
        const std::uint64_t filled = ~(left >> gap);
        const unsigned length = filled == 0 ? 64 : static_cast<unsigned>(__builtin_ctzll(filled));
        place += gap;
        builder.add(key.site, touchOf(key.tag), bytes, base + (place << log), length);
        place += length;
        left = gap + length < 64 ? left >> (gap + length) : 0;
      }
      map.words[word] = 0;
    }
  }
  for (std::size_t i = 0; i < mapCount_; ++i) keys_[used_[i]].tag = 0;
  mapCount_ = 0;
}

template <class Take>
void OpenSegment::drain(const Take &take) {
  if (mapCount_ > 0) drainMaps(take);
  if (!hasRuns_) return;
  for (Run &run : open_)
    if (run.count > 0 && !finish(run)) take(run);
  for (Run &run : open_) run.count = 0;
  for (std::size_t i = 0; i < runCount_; ++i) {
    take(runs_[usedRuns_[i]]);
    runs_[usedRuns_[i]].count = 0;
  }
  runCount_ = 0;
  hasRuns_ = false;
}

/// Notes an access that the open segment does not have, if its memory is watched. A reader who waits for the segment
/// gets it first.
void noteNewAccess(ThreadState &thread, std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes, Touch touch);
void noteRun(ThreadState &thread, const Run &run);

/// Writes the open segment and begins a new one. Comes before every record that ends a segment: calls, returns, thread
/// order, the end of the thread. Costs a look when nothing was accessed.
void publishAccesses(ThreadState &thread);

/// The same in a signal handler: nothing is asked of the loader, so accesses at places in objects that the trace does
/// not know yet are lost.
void publishAccessesInHandler(ThreadState &thread);

}  // namespace lockstep::runtime
