#include "runtime/RunSet.h"

#include "runtime/MapArray.h"

namespace lockstep::runtime {
namespace {

std::size_t hashOf(const Run &run) {
  std::uint64_t hash = run.site * 0x9e3779b97f4a7c15ULL ^ run.address;
  hash = hash * 0xd1b54a32d192ed03ULL ^ run.count;
  return (hash * 0x9e3779b97f4a7c15ULL) >> 40;
}

bool isAlike(const Run &a, const Run &b) { return a.site == b.site && a.touch == b.touch && a.bytes == b.bytes; }

/// Whether the run goes on where the other one ends.
bool continues(const Run &next, const Run &run) {
  if (run.count == 0 || !isAlike(next, run) || next.address <= run.address) return false;
  const std::uint64_t step = next.address - run.address - run.stride * (run.count - 1);
  const std::uint64_t stride = run.count == 1 ? step : run.stride;
  return step == stride && (next.count == 1 || next.stride == stride);
}

/// One access of the other run.
bool isWithin(const Run &one, const Run &run) {
  const std::uint64_t distance = one.address - run.address;
  return isAlike(one, run) && one.count == 1 && distance % run.stride == 0 && distance / run.stride < run.count;
}

}  // namespace

bool RunSet::add(const Run &run) {
  Run &open = open_[(run.site >> 2 ^ run.site >> 7) & (kOpen - 1)];
  isUsed_ = true;
  if (open.count > 0 && (open == run || isWithin(run, open))) return true;
  if (continues(run, open)) {
    if (open.count == 1) open.stride = run.address - open.address;
    open.count += run.count;
    return true;
  }
  if (open.count > 0 && !finish(open)) return false;
  open = run;
  return true;
}

/// The run has come to its end. False: no room.
bool RunSet::finish(const Run &run) {
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

void RunSet::free() {
  unmapArray(runs_, kSlots);
  unmapArray(order_, kSlots);
  count_ = 0;
  isUsed_ = false;
}

}  // namespace lockstep::runtime
