#include "runtime/accesses/OverflowBitmaps.h"

#include <algorithm>
#include <utility>

#include "runtime/accesses/MapArray.h"

namespace lockstep::runtime {

bool OverflowBitmaps::add(std::uintptr_t site, std::uintptr_t address, std::uint64_t bytes, AccessMode touch) {
  if ((log2_ == 0 || used_ * 4 >= (mask() + 1) * 3) && !grow()) return false;
  const unsigned log = logOfBytes(bytes);
  const std::uint64_t tag = tagOf(address, log, touch);
  const std::size_t slot = find(site, tag);
  if (keys_[slot].tag == 0) {
    keys_[slot] = {site, tag};
    order_[used_++] = static_cast<std::uint32_t>(slot);
  }
  const std::size_t place = placeOf(address, log);
  maps_[slot].words[place / 64] |= std::uint64_t{1} << (place % 64);
  return true;
}

bool OverflowBitmaps::grow() {
  if (log2_ == kLastLog2) return false;
  OverflowBitmaps larger;
  larger.log2_ = log2_ == 0 ? kFirstLog2 : log2_ + 2;
  larger.keys_ = mapArray<Key>(larger.mask() + 1);
  larger.maps_ = mapArray<Map>(larger.mask() + 1);
  larger.order_ = mapArray<std::uint32_t>(larger.mask() + 1);
  if (larger.keys_ == nullptr || larger.maps_ == nullptr || larger.order_ == nullptr) {
    larger.free();
    return false;
  }
  for (std::size_t i = 0; i < used_; ++i) {
    const Key &key = keys_[order_[i]];
    const std::size_t slot = larger.find(key.site, key.tag);
    larger.keys_[slot] = key;
    larger.maps_[slot] = maps_[order_[i]];
    larger.order_[larger.used_++] = static_cast<std::uint32_t>(slot);
  }
  std::swap(*this, larger);
  larger.free();
  return true;
}

void OverflowBitmaps::sort() {
  constexpr std::uint64_t kWhat = (std::uint64_t{1} << kBlockShift) - 1;
  std::sort(order_, order_ + used_, [this](std::uint32_t a, std::uint32_t b) {
    const Key &one = keys_[a];
    const Key &other = keys_[b];
    if (one.site != other.site) return one.site < other.site;
    if ((one.tag & kWhat) != (other.tag & kWhat)) return (one.tag & kWhat) < (other.tag & kWhat);
    return one.tag < other.tag;
  });
}

void OverflowBitmaps::free() {
  if (log2_ == 0) return;
  unmapArray(keys_, mask() + 1);
  unmapArray(maps_, mask() + 1);
  unmapArray(order_, mask() + 1);
  used_ = 0;
  log2_ = 0;
}

}  // namespace lockstep::runtime
