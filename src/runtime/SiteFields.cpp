#include "runtime/SiteFields.h"

#include <sys/mman.h>

#include <algorithm>

namespace lockstep::runtime {

bool SiteFields::add(std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes, Touch touch) {
  Field &field = fields_[slotOf(site)];
  const std::uint64_t distance = address - field.begin;
  const bool fits = field.site == site && field.what == whatOf(bytes, touch) && (distance & (bytes - 1)) == 0 &&
                    distance >> field.log < field.places;
  if (!fits && (field.isDirty || !layOut(field, site, address, bytes, touch))) return false;
  const std::uint64_t place = (address - field.begin) >> field.log;
  field.bits[place / 64] |= std::uint64_t{1} << (place % 64);
  field.summary[place / kBlock / 64] |= std::uint64_t{1} << (place / kBlock % 64);
  if (!field.isDirty) {
    field.isDirty = true;
    dirty_[dirtyCount_++] = static_cast<std::uint8_t>(slotOf(site));
  }
  return true;
}

/// For all of the watched memory around the address, the places counted from it up and down.
bool SiteFields::layOut(Field &field, std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes, Touch touch) {
  const Span memory = watchedAround(address);
  const auto log = static_cast<unsigned>(__builtin_ctzll(bytes));
  const std::uintptr_t begin = address - ((address - memory.begin) & ~(bytes - 1));
  const std::uint64_t places = (memory.end - begin + bytes - 1) >> log;
  const std::size_t blocks = (places + kBlock - 1) / kBlock;
  const std::size_t fieldBytes = blocks * (kBlock / 8);
  if (fieldBytes > kMostFieldBytes) return false;
  std::uint64_t *bits = take(fieldBytes);
  std::uint64_t *summary = take((blocks + 63) / 64 * sizeof(std::uint64_t));
  if (bits == nullptr || summary == nullptr) return false;
  field = {site, whatOf(bytes, touch), begin, places, bits, summary, log, false};
  return true;
}

/// Cleared memory, in whole cache lines.
std::uint64_t *SiteFields::take(std::size_t bytes) {
  constexpr std::size_t kLine = 64;
  bytes = (bytes + kLine - 1) & ~(kLine - 1);
  if (arena_ == nullptr) {
    void *memory =
        mmap(nullptr, kArenaBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    arena_ = static_cast<std::byte *>(memory);
  }
  if (bytes > kArenaBytes - arenaUsed_) return nullptr;
  auto *taken = reinterpret_cast<std::uint64_t *>(arena_ + arenaUsed_);
  arenaUsed_ += bytes;
  return taken;
}

/// Fields of sites that are done with their memory must not keep the room from others. All bits are clear.
void SiteFields::startAfresh() {
  std::fill_n(fields_, kSlots, Field{});
  arenaUsed_ = 0;
}

void SiteFields::free() {
  if (arena_ != nullptr) munmap(arena_, kArenaBytes);
  arena_ = nullptr;
  startAfresh();
  dirtyCount_ = 0;
}

}  // namespace lockstep::runtime
