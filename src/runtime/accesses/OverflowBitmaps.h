// Bitmaps of 512 neighboring locations each, found by hash of site and block: for accesses that have no bitmap of their
// own (SiteBitmaps.h). Grows up to a limit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/accesses/Run.h"

namespace lockstep::runtime {

class OverflowBitmaps {
 public:
  static constexpr std::uint64_t kMostBytes = 64;  // of an access that fits a bitmap

  bool isEmpty() const { return used_ == 0; }

  /// `bytes` is a power of two up to kMostBytes.
  bool has(std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes, AccessMode touch) const {
    if (used_ == 0) return false;
    const unsigned log = logOfBytes(bytes);
    const std::size_t slot = find(site, tagOf(address, log, touch));
    const std::size_t place = placeOf(address, log);
    return keys_[slot].tag != 0 && (maps_[slot].words[place / 64] >> (place % 64) & 1) != 0;
  }

  /// False if there is no room.
  bool add(std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes, AccessMode touch);

  /// Passes the recorded accesses on as runs and clears them.
  template <class Take>
  void drain(const Take &take);

  void free();

 private:
  static constexpr unsigned kPlacesLog2 = 9;  // places per map
  static constexpr unsigned kFirstLog2 = 8;   // of the slots
  static constexpr unsigned kLastLog2 = 16;

  static_assert(kBlockWords * 64 == std::size_t{1} << kPlacesLog2);

  struct Key {
    std::uintptr_t site;
    std::uint64_t tag;  // 0: free
  };
  struct Map {
    std::uint64_t words[kBlockWords];
  };

  // A tag identifies 512 places: the block, its offset from alignment, the access mode. Never 0.
  static constexpr unsigned kBlockShift = 12;
  static unsigned logOfBytes(std::uint64_t bytes) { return static_cast<unsigned>(__builtin_ctzll(bytes)); }
  static std::uint64_t tagOf(std::uintptr_t address, unsigned log, AccessMode touch) {
    const std::uint64_t offset = address & ((std::uint64_t{1} << log) - 1);
    return (address >> (log + kPlacesLog2)) << kBlockShift | offset << 6 | static_cast<std::uint64_t>(touch) << 4 |
           log << 1 | 1;
  }
  static unsigned logOf(std::uint64_t tag) { return static_cast<unsigned>(tag >> 1 & 7); }
  static AccessMode touchOf(std::uint64_t tag) { return static_cast<AccessMode>(tag >> 4 & 3); }
  static std::uintptr_t addressOf(std::uint64_t tag) {
    return ((tag >> kBlockShift) << (logOf(tag) + kPlacesLog2)) + (tag >> 6 & 63);
  }
  static std::size_t placeOf(std::uintptr_t address, unsigned log) {
    return address >> log & ((std::size_t{1} << kPlacesLog2) - 1);
  }

  /// The slot that has it, or the free one where it belongs.
  std::size_t find(std::uintptr_t site, std::uint64_t tag) const {
    std::size_t slot = ((site ^ tag * 0x9e3779b97f4a7c15ULL) * 0xd1b54a32d192ed03ULL) >> (64 - log2_);
    while (keys_[slot].tag != 0 && (keys_[slot].tag != tag || keys_[slot].site != site)) slot = (slot + 1) & mask();
    return slot;
  }
  std::size_t mask() const { return (std::size_t{1} << log2_) - 1; }

  bool grow();
  void sort();

  std::size_t used_ = 0;
  unsigned log2_ = 0;  // of the slots; 0: none yet
  Key *keys_ = nullptr;
  Map *maps_ = nullptr;
  std::uint32_t *order_ = nullptr;  // the used slots
};

template <class Take>
void OverflowBitmaps::drain(const Take &take) {
  if (used_ == 0) return;
  sort();
  RunBuilder<Take> builder(take);
  for (std::size_t i = 0; i < used_; ++i) {
    Key &key = keys_[order_[i]];
    const std::uint64_t bytes = std::uint64_t{1} << logOf(key.tag);
    Map &map = maps_[order_[i]];
    builder.addBlock({key.site, addressOf(key.tag), bytes, 0, bytes, touchOf(key.tag)}, map.words);
    map = {};
    key.tag = 0;
  }
  used_ = 0;
}

}  // namespace lockstep::runtime
