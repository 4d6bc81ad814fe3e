#include "runtime/accesses/RangeSet.h"

#include <algorithm>

#include "runtime/accesses/MapArray.h"

namespace lockstep::runtime {
namespace {

std::size_t hashOf(const Run &run) {
  std::uint64_t hash = run.site * 0x9e3779b97f4a7c15ULL ^ run.address;
  hash = hash * 0xd1b54a32d192ed03ULL ^ run.count;
  return (hash * 0x9e3779b97f4a7c15ULL) >> 40;
}

bool isAlike(const Run &a, const Run &b) { return a.site == b.site && a.touch == b.touch && a.bytes == b.bytes; }

/// Extends the run by the next one if that continues it at the distance of its pieces, or precedes it so.
bool join(Run &run, const Run &next) {
  if (!isAlike(next, run) || next.address == run.address) return false;
  const bool isBehind = next.address > run.address;
  const Run &first = isBehind ? run : next;
  const std::uint64_t step = (isBehind ? next : run).address - first.address - first.stride * (first.count - 1);
  const std::uint64_t stride = run.count > 1 ? run.stride : next.count > 1 ? next.stride : step;
  if (step != stride || (next.count > 1 && next.stride != stride)) return false;
  run.address = first.address;
  run.stride = stride;
  run.count += next.count;
  return true;
}

/// Whether every piece is a piece of the other run.
bool isWithin(const Run &some, const Run &run) {
  const std::uint64_t distance = some.address - run.address;
  if (!isAlike(some, run) || (some.count > 1 && some.stride != run.stride)) return false;
  return distance % run.stride == 0 && distance / run.stride <= run.count - some.count && some.count <= run.count;
}

}  // namespace

bool RangeSet::has(const Run &run) const {
  const Run &open = open_[openOf(run.site)];
  return open.count > 0 && isWithin(inPieces(run), open);
}

bool RangeSet::add(const Run &added) {
  const Run run = inPieces(added);
  const std::size_t place = openOf(run.site);
  Run &open = open_[place];
  if (open.count > 0 && (isWithin(run, open) || join(open, run))) return true;
  if (open.count > 0 && !finish(inPieces(open))) return false;
  open = run;
  openSites_ |= std::uint64_t{1} << place;
  return true;
}

/// The run has come to its end. False: no room.
bool RangeSet::finish(const Run &run) {
  if (runs_ == nullptr) runs_ = mapArray<Run>(kSlots);
  if (order_ == nullptr) order_ = mapArray<std::uint16_t>(kSlots);
  if (runs_ == nullptr || order_ == nullptr) return false;
  std::size_t slot = hashOf(run) & (kSlots - 1);
  for (; runs_[slot].count > 0; slot = (slot + 1) & (kSlots - 1))
    if (runs_[slot] == run) return true;
  if (count_ == kMost) return false;
  runs_[slot] = run;
  order_[count_++] = static_cast<std::uint16_t>(slot);
  return true;
}

void RangeSet::free() {
  unmapArray(runs_, kSlots);
  unmapArray(order_, kSlots);
  count_ = 0;
  openSites_ = 0;
  std::fill_n(open_, kOpen, Run{});
}

}  // namespace lockstep::runtime
