// For each site a field with a bit for every place of the memory that it works on, so that a further touch is found by
// one look at the site and one at the bit, without a search. A field is laid out when a site first touches a window or
// buffer; the next one that the same site touches in the segment has to go elsewhere (see Accesses.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/Run.h"

namespace lockstep::runtime {

class SiteFields {
 public:
  bool isEmpty() const { return dirtyCount_ == 0; }

  bool has(std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes, Touch touch) const {
    const Field &field = fields_[slotOf(site)];
    if (field.site != site || field.what != whatOf(bytes, touch)) return false;
    const std::uint64_t distance = address - field.begin;
    const std::uint64_t place = distance >> field.log;
    return (distance & (bytes - 1)) == 0 && place < field.places && (field.bits[place / 64] >> (place % 64) & 1) != 0;
  }

  /// `bytes` is a power of two. False when there is no place for it here.
  bool add(std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes, Touch touch);

  /// Hands out what was noted as runs and forgets it.
  template <class Take>
  void drain(const Take &take);

  void free();

 private:
  static constexpr std::size_t kSlots = 256;
  static constexpr std::size_t kBlock = 512;  // places per bit of the summary: a cache line of the field
  static constexpr std::size_t kArenaBytes = std::size_t{1} << 25;
  static constexpr std::size_t kMostFieldBytes = std::size_t{1} << 23;

  struct Field {
    std::uintptr_t site = 0;
    std::uint64_t what = 0;  // size and kind of the accesses
    std::uintptr_t begin = 0;
    std::uint64_t places = 0;
    std::uint64_t *bits = nullptr;
    std::uint64_t *summary = nullptr;  // which blocks have a bit
    unsigned log = 0;
    bool isDirty = false;
  };

  static std::size_t slotOf(std::uintptr_t site) { return (site * 0x9e3779b97f4a7c15ULL) >> 56; }
  static std::uint64_t whatOf(std::uint64_t bytes, Touch touch) {
    return bytes << 2 | static_cast<std::uint64_t>(touch);
  }

  bool layOut(Field &field, std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes, Touch touch);
  std::uint64_t *take(std::size_t bytes);
  void startAfresh();

  std::size_t dirtyCount_ = 0;
  std::uint8_t dirty_[kSlots];
  Field fields_[kSlots];
  std::byte *arena_ = nullptr;
  std::size_t arenaUsed_ = 0;
};

template <class Take>
void SiteFields::drain(const Take &take) {
  for (std::size_t i = 0; i < dirtyCount_; ++i) {
    Field &field = fields_[dirty_[i]];
    const std::uint64_t bytes = std::uint64_t{1} << field.log;
    const std::size_t blocks = (field.places + kBlock - 1) / kBlock;
    RunBuilder<Take> builder(take);
    for (std::size_t group = 0; group * 64 < blocks; ++group) {
      for (std::uint64_t left = field.summary[group]; left != 0; left &= left - 1) {
        const std::size_t block = group * 64 + static_cast<unsigned>(__builtin_ctzll(left));
        for (std::size_t word = block * (kBlock / 64); word < (block + 1) * (kBlock / 64); ++word) {
          builder.addBits({field.site, field.begin + word * 64 * bytes, bytes, 0, bytes, Touch(field.what & 3)},
                          field.bits[word]);
          field.bits[word] = 0;
        }
      }
      field.summary[group] = 0;
    }
    field.isDirty = false;
  }
  dirtyCount_ = 0;
  if (arenaUsed_ > kArenaBytes / 2) startAfresh();
}

}  // namespace lockstep::runtime
