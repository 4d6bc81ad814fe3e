#include "runtime/accesses/SiteBitmaps.h"

#include <emmintrin.h>
#include <sys/mman.h>

#include <algorithm>
#include <limits>

#include "runtime/accesses/MapArray.h"

namespace lockstep::runtime {

bool SiteBitmaps::add(std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes, AccessMode touch) {
  Field &field = fields_[slotOf(site)];
  const std::uint32_t changes = watchChanges();
  const bool isKnown = field.site == site && field.what == whatOf(bytes, touch);
  const bool fits = isKnown && field.placeOf(address) < field.places && (!field.isWhole || field.changes == changes);
  if (!fits && !layOut(field, site, address, bytes, touch, changes)) return false;
  const std::uint64_t place = field.placeOf(address);
  field.bits[place / 64] |= std::uint64_t{1} << (place % 64);
  field.blocks[place / kBlock] = 1;
  if (!field.isDirty) {
    dirty_[dirtyCount_++] = static_cast<std::uint16_t>(slotOf(site));
    field.isDirty = true;
    field.open();
  }
  return true;
}

/// Covers all watched memory around the address, with places counted from it in both directions. False if the field is
/// in use for other memory or there is no room.
bool SiteBitmaps::layOut(Field &field, std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes,
                         AccessMode touch, std::uint32_t changes) {
  const WatchedMemory memory = watchedAround(address);
  const std::uint64_t step = stepOfPlaces(bytes);
  const auto log = static_cast<std::uint8_t>(__builtin_ctzll(step));
  const std::uintptr_t begin = address - ((address - memory.span.begin) & ~(step - 1));
  const std::uint64_t places = (memory.span.end - begin + step - 1) >> log;
  if (field.site == site && field.begin == begin && field.places == places && field.log == log &&
      field.what == whatOf(bytes, touch)) {
    field.changes = changes;
    field.isWhole = memory.isWhole;
    field.open();
    return true;
  }
  if (field.isDirty) return false;
  const std::size_t blocks = (places + kBlock - 1) / kBlock;
  const std::size_t fieldBytes = blocks * (kBlock / 8);
  static_assert(kMostFieldBytes * 8 <= std::numeric_limits<std::uint32_t>::max());
  if (fieldBytes > kMostFieldBytes) return false;
  auto *bits = static_cast<std::uint64_t *>(take(fieldBytes));
  auto *summary = static_cast<std::uint8_t *>(take(blocks));
  if (bits == nullptr || summary == nullptr) return false;
  field = {site, whatOf(bytes, touch), begin, 0, bits, summary, static_cast<std::uint32_t>(places), changes,
           log,  memory.isWhole,       false};
  return true;
}

bool SiteBitmaps::provide(Lent &lent, std::size_t bytes) {
  if (lent.touched != nullptr && lent.bytes >= bytes) return true;
  if (lentBytes_ - lent.bytes + bytes > kMostLentBytes) return false;
  lentBytes_ -= lent.bytes;
  unmapArray(lent.touched, lent.bytes);
  lent.touched = mapArray<std::uint8_t>(bytes);
  lent.bytes = lent.touched != nullptr ? bytes : 0;
  lentBytes_ += lent.bytes;
  return lent.touched != nullptr;
}

void SiteBitmaps::lend(std::uintptr_t site, std::uint64_t coming, hook::LentPlaces &places) {
  const Field &field = fields_[slotOf(site)];
  Lent &lent = lent_[slotOf(site)];
  if (field.site != site || !field.isDirty || !field.isWhole) return;
  if (!lent.isOut) {
    lent.coming = std::max(lent.coming + 1, coming);
    if (lent.coming < field.places / kPlacesPerAccess || !provide(lent, field.blockCount() * kBlock)) return;
    lent.isOut = true;
  }
  places = {field.begin, field.places, lent.touched};
}

/// Makes bits of the bytes that were set, and clears them.
void SiteBitmaps::takeBack(Field &field, Lent &lent) {
  for (std::size_t block = 0; block < field.blockCount(); ++block) {
    std::uint64_t any = 0;
    for (std::size_t word = block * kBlockWords; word < (block + 1) * kBlockWords; ++word) {
      std::uint64_t bits = 0;
      for (unsigned i = 0; i < 64; i += 16) {
        auto *bytes = reinterpret_cast<__m128i *>(lent.touched + word * 64 + i);
        const auto set = static_cast<unsigned>(_mm_movemask_epi8(_mm_slli_epi16(*bytes, 7)));
        bits |= std::uint64_t{set} << i;
        if (set != 0) *bytes = _mm_setzero_si128();
      }
      field.bits[word] |= bits;
      any |= bits;
    }
    if (any != 0) field.blocks[block] = 1;
  }
}

/// Cleared memory, in whole cache lines.
void *SiteBitmaps::take(std::size_t bytes) {
  constexpr std::size_t kLine = 64;
  bytes = (bytes + kLine - 1) & ~(kLine - 1);
  if (arena_ == nullptr) {
    void *memory =
        mmap(nullptr, kArenaBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    arena_ = static_cast<std::byte *>(memory);
  }
  if (bytes > kArenaBytes - arenaUsed_) return nullptr;
  void *taken = arena_ + arenaUsed_;
  arenaUsed_ += bytes;
  return taken;
}

/// Fields of sites that are done with their memory must not keep the room from others. All bits are clear.
void SiteBitmaps::startAfresh() {
  std::fill_n(fields_, kSlots, Field{});
  arenaUsed_ = 0;
}

void SiteBitmaps::free() {
  startAfresh();
  std::atomic_signal_fence(std::memory_order_seq_cst);  // a handler must not find a field without its bits
  if (arena_ != nullptr) munmap(arena_, kArenaBytes);
  arena_ = nullptr;
  dirtyCount_ = 0;
  for (Lent &lent : lent_) unmapArray(lent.touched, lent.bytes);
  std::fill_n(lent_, kSlots, Lent{});
  lentBytes_ = 0;
}

}  // namespace lockstep::runtime
