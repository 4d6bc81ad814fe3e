// For each site a bitmap with a bit for every location of the memory that it accesses, so that an access is noted by
// one lookup of the site and one of the bit, without a search. A bitmap is allocated when a site first accesses a
// window or buffer; another window or buffer that the same site accesses in the segment goes elsewhere (see
// Accesses.h).
//
// If all of the bitmap's memory was watched at the first access in the segment, the bit is set without testing it
// first: with random accesses the branch would be unpredictable, and a misprediction costs more than everything else,
// above all the loads behind it that could not start. Accesses of more than 8 bytes have a location at every 8 bytes:
// vectors are rarely aligned.
//
// Code that reports many irregular accesses at once borrows a byte for each location of the bitmap and sets the bytes
// itself: a byte is set without reading it first, which takes half the time of a bit.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "runtime/accesses/Run.h"
#include "runtime/hooks/HookTable.h"

namespace lockstep::runtime {

class SiteBitmaps {
 public:
  bool isEmpty() const { return dirtyCount_ == 0; }

  /// Whether it is recorded now, or was before. False proves nothing.
  bool note(std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes, AccessMode touch) {
    const Field &field = fields_[slotOf(site)];
    if (field.site != site || field.what != whatOf(bytes, touch)) return false;
    const std::uint64_t place = field.placeOf(address);
    const std::uint64_t bit = std::uint64_t{1} << (place % 64);
    if (place >= field.openPlaces) return place < field.places && (field.bits[place / 64] & bit) != 0;
    field.bits[place / 64] |= bit;
    field.blocks[place / kBlock] = 1;
    return true;
  }

  /// False if there is no place for it here.
  bool add(std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes, AccessMode touch);

  /// After add: lends the places of the site's field if all of its memory is watched and enough accesses are coming to
  /// justify a byte for each place.
  void lend(std::uintptr_t site, std::uint64_t coming, hook::LentPlaces &places);

  /// Passes the recorded accesses on as runs and clears them. Lent places are returned when the segment ends.
  template <class Take>
  void drain(const Take &take, bool isEnd);

  void free();

 private:
  static constexpr std::size_t kSlots = 1024;
  static constexpr std::size_t kBlock = kBlockWords * 64;              // places
  static constexpr std::size_t kMostLentBytes = std::size_t{1} << 26;  // of all fields
  static constexpr std::size_t kPlacesPerAccess = 16;                  // that may be lent
  static constexpr std::size_t kArenaBytes = std::size_t{1} << 25;
  static constexpr std::size_t kMostFieldBytes = std::size_t{1} << 23;

  struct alignas(64) Field {
    std::uintptr_t site = 0;
    std::uint64_t what = 0;  // size and kind of the accesses
    std::uintptr_t begin = 0;
    std::uint64_t openPlaces = 0;  // all, if they are watched and some bit is set; otherwise none
    std::uint64_t *bits = nullptr;
    std::uint8_t *blocks = nullptr;  // 1: a bit of the block is set
    std::uint32_t places = 0;
    std::uint32_t changes = 0;  // version of the watched memory at the last check
    std::uint8_t log = 0;       // of the distance between places in bytes
    bool isWhole = false;       // all of it is watched
    bool isDirty = false;

    /// Beyond all places for an address between two.
    std::uint64_t placeOf(std::uintptr_t address) const { return std::rotr(address - begin, log); }
    std::size_t blockCount() const { return (places + kBlock - 1) / kBlock; }
    void open() { openPlaces = isWhole && isDirty ? places : 0; }
  };
  static_assert(sizeof(Field) == 64);

  struct Lent {
    std::uint8_t *touched = nullptr;  // a byte per place; null if never lent
    std::size_t bytes = 0;
    std::uint64_t coming = 0;  // accesses of this segment that the code reported or announced
    bool isOut = false;
  };

  static std::size_t slotOf(std::uintptr_t site) { return site % kSlots; }
  static std::uint64_t whatOf(std::uint64_t bytes, AccessMode touch) {
    return bytes << 2 | static_cast<std::uint64_t>(touch);
  }
  static std::uint64_t bytesOf(std::uint64_t what) { return what >> 2; }

  bool layOut(Field &field, std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes, AccessMode touch,
              std::uint32_t changes);
  bool provide(Lent &lent, std::size_t bytes);
  static void takeBack(Field &field, Lent &lent);
  void *take(std::size_t bytes);
  void startAfresh();
  template <class Take>
  static void drainBlock(Field &field, std::size_t block, RunBuilder<Take> &builder);

  std::size_t dirtyCount_ = 0;
  std::uint16_t dirty_[kSlots];
  Field fields_[kSlots];
  Lent lent_[kSlots];  // by the same slot
  std::size_t lentBytes_ = 0;
  std::byte *arena_ = nullptr;
  std::size_t arenaUsed_ = 0;
};

template <class Take>
void SiteBitmaps::drainBlock(Field &field, std::size_t block, RunBuilder<Take> &builder) {
  const std::uint64_t step = std::uint64_t{1} << field.log;
  auto &words = *reinterpret_cast<std::uint64_t(*)[kBlockWords]>(field.bits + block * kBlockWords);
  builder.addBlock(
      {field.site, field.begin + block * kBlock * step, step, 0, bytesOf(field.what), AccessMode(field.what & 3)},
      words);
  std::fill_n(words, kBlockWords, 0);
  field.blocks[block] = 0;
}

template <class Take>
void SiteBitmaps::drain(const Take &take, bool isEnd) {
  std::size_t stillOut = 0;
  for (std::size_t i = 0; i < dirtyCount_; ++i) {
    const std::uint16_t slot = dirty_[i];
    Field &field = fields_[slot];
    if (Lent &lent = lent_[slot]; lent.isOut) {
      takeBack(field, lent);
      lent.isOut = !isEnd;
      if (lent.isOut) dirty_[stillOut++] = slot;
    }
    lent_[slot].coming = 0;
    field.isDirty = lent_[slot].isOut;
    field.openPlaces = 0;
    std::atomic_signal_fence(std::memory_order_seq_cst);  // accesses of a handler from here on must not remain as a bit
    RunBuilder<Take> builder(take);
    for (std::size_t block = 0; block < field.blockCount(); ++block)
      if (field.blocks[block] != 0) drainBlock(field, block, builder);
  }
  dirtyCount_ = stillOut;
  if (stillOut == 0 && arenaUsed_ > kArenaBytes / 2) startAfresh();
}

}  // namespace lockstep::runtime
