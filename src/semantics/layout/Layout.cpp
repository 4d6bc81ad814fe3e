#include "semantics/layout/Layout.h"

#include <algorithm>

namespace lockstep::semantics {
namespace {

constexpr std::int64_t kMostRepeats = 1 << 30;  // of one block
constexpr std::int64_t kLargestAlignment = 16;

/// No address space is larger, so sums of a few distances below it cannot overflow.
constexpr std::int64_t kFarthest = std::int64_t{1} << 48U;

bool isFar(std::int64_t distance) { return distance > kFarthest || distance < -kFarthest; }

bool isPair(const mpi::PredefinedTypeInfo &type) { return type.category == mpi::TypeCategory::Pair; }

std::int64_t alignmentOf(const mpi::PredefinedTypeInfo &type) {
  if (isPair(type)) return std::max(alignmentOf(infoOf(type.first)), alignmentOf(infoOf(type.second)));
  return std::clamp<std::int64_t>(type.bytes, 1, kLargestAlignment);
}

}  // namespace

Layout::Layout(mpi::PredefinedType basic) : isEmpty_(false) {
  const mpi::PredefinedTypeInfo &type = infoOf(basic);
  isExtentKnown_ = type.bytes > 0;
  if (type.bytes == 0) return;
  blocks_.push_back({.basic = basic});
  high_ = static_cast<std::int64_t>(extentOf(type));
  alignment_ = alignmentOf(type);
}

Layout Layout::ofUnknownType() {
  Layout layout(mpi::PredefinedType::Byte);
  layout.isWhole_ = layout.isExtentKnown_ = false;
  return layout;
}

std::uint64_t Layout::size() const {
  std::uint64_t sum = 0;
  for (const TypeBlock &block : blocks_) sum += std::uint64_t{block.count} * block.elements * infoOf(block.basic).bytes;
  return sum;
}

std::uint64_t Layout::values() const {
  std::uint64_t sum = 0;
  for (const TypeBlock &block : blocks_)
    sum += std::uint64_t{block.count} * block.elements * (isPair(infoOf(block.basic)) ? 2 : 1);
  return sum;
}

mpi::PredefinedType Layout::basic() const {
  if (!isWhole_ || blocks_.empty()) return mpi::PredefinedType::None;
  const mpi::PredefinedType first = infoOf(blocks_.front().basic).first;
  const bool isUniform = std::ranges::all_of(blocks_, [&](const TypeBlock &block) {
    const mpi::PredefinedTypeInfo &type = infoOf(block.basic);
    return type.first == first && (!isPair(type) || type.second == first);
  });
  return isUniform ? first : mpi::PredefinedType::None;
}

std::vector<StridedRun> Layout::runs(std::size_t most) const {
  std::vector<StridedRun> runs;
  for (const TypeBlock &block : blocks_)
    if (!addRuns(runs, block) || runs.size() >= most) break;
  return runs;
}

/// Explicit bounds override those that follow from data.
void Layout::addBounds(const Layout &other, std::int64_t first, std::int64_t last) {
  const bool isHidden = !isEmpty_ && isResized_ && !other.isResized_;
  const bool hides = isEmpty_ || (!isResized_ && other.isResized_);
  const std::int64_t low = std::min(first, last) + other.low_;
  const std::int64_t high = std::max(first, last) + other.high_;
  if (!isHidden) {
    low_ = hides ? low : std::min(low_, low);
    high_ = hides ? high : std::max(high_, high);
    isExtentKnown_ = other.isExtentKnown_ && (hides || isExtentKnown_);
  }
  alignment_ = std::max(alignment_, other.alignment_);
  isResized_ |= other.isResized_;
  isEmpty_ = false;
}

void Layout::add(const Layout &other, std::int64_t displacement, std::int64_t count, std::int64_t stride) {
  if (count <= 0 || other.isEmpty_) return;
  std::int64_t reach = 0;
  if (__builtin_mul_overflow(count - 1, stride, &reach) || isFar(reach) || isFar(displacement)) {
    isWhole_ = isExtentKnown_ = isEmpty_ = false;
    isResized_ |= other.isResized_;
    return;
  }
  addBounds(other, displacement, displacement + reach);
  isWhole_ &= other.isWhole_;
  while (other.blocks_.size() == 1 && count > 1) {
    const std::int64_t part = std::min(count, kMostRepeats);
    TypeBlock block = other.blocks_.front();
    if (!repeat(block, part, stride)) break;
    block.displacement += displacement;
    append(block);
    displacement += part * stride;
    count -= part;
  }
  for (std::int64_t i = 0; i < count && !other.blocks_.empty(); ++i) {
    if (blocks_.size() == kMostBlocks) {
      isWhole_ = false;
      return;
    }
    for (TypeBlock block : other.blocks_) {
      block.displacement += displacement + i * stride;
      append(block);
    }
  }
}

void Layout::addRow(const Layout &other, std::int64_t displacement, std::int64_t count) {
  if (!other.isExtentKnown_ && count > 1) {
    add(other, displacement, 1, 0);
    isWhole_ = isExtentKnown_ = false;
    return;
  }
  add(other, displacement, count, other.extent());
}

void Layout::resize(std::int64_t low, std::int64_t extent) {
  low_ = low;
  high_ = low + extent;
  isResized_ = isExtentKnown_ = true;
  isEmpty_ = false;
}

void Layout::pad() {
  if (!isResized_ && extent() % alignment_ != 0) isExtentKnown_ = false;
}

void Layout::forgetBlocks() {
  isWhole_ = false;
  blocks_ = {};
}

void Layout::append(const TypeBlock &block) {
  if (!blocks_.empty() && merge(blocks_.back(), block)) return;
  if (blocks_.size() < kMostBlocks)
    blocks_.push_back(block);
  else
    isWhole_ = false;
}

}  // namespace lockstep::semantics
