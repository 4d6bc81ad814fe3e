#include "runtime/handles/TypeMap.h"

#include <algorithm>
#include <array>

#include "mpi/Predefined.h"

namespace lockstep::runtime {
namespace {

using Block = TypeMap::Block;

constexpr std::uint64_t kMostElements = 0xffffffffU;
constexpr std::int64_t kMostRepeats = 1 << 30;

using Widths = std::array<std::uint8_t, 256>;  // by the number of the predefined type

std::uint32_t bytesOf(mpi::PredefinedType type) { return mpi::predefinedType(static_cast<std::uint64_t>(type))->bytes; }

/// A pair of parts of different size has a gap at its end or in between.
Widths makeWidths() {
  Widths widths{};
  for (const mpi::PredefinedTypeInfo &type : mpi::predefinedTypes()) {
    const bool isPair = type.category == mpi::TypeCategory::Pair;
    if (!isPair || bytesOf(type.first) == bytesOf(type.second))
      widths[static_cast<std::size_t>(type.type)] = static_cast<std::uint8_t>(type.bytes);
  }
  return widths;
}

/// How far apart values lie side by side; 0 for a type with a gap at its end, whose values never do.
std::int64_t widthOf(std::uint32_t predefined) {
  static const Widths kWidths = makeWidths();
  return kWidths[predefined % kWidths.size()];
}

std::int64_t runBytes(const Block &block) { return widthOf(block.basic) * block.elements; }

bool isAlike(const Block &a, const Block &b) { return a.basic == b.basic && a.elements == b.elements; }

/// Where the run behind the last one of a block of several would be.
std::int64_t nextRun(const Block &block) { return block.displacement + block.stride * block.count; }

/// Makes the first block hold both, if the second continues it.
bool merge(Block &last, const Block &next) {
  if (last.basic != next.basic) return false;
  if (last.count == 1 && next.count == 1) {
    const std::int64_t bytes = runBytes(last);
    if (bytes > 0 && next.displacement == last.displacement + bytes &&
        std::uint64_t{last.elements} + next.elements <= kMostElements) {
      last.elements += next.elements;
      return true;
    }
    if (!isAlike(last, next)) return false;
    last.stride = next.displacement - last.displacement;
    last.count = 2;
    return true;
  }
  if (last.count == 1 || !isAlike(last, next) || next.displacement != nextRun(last)) return false;
  if (next.count > 1 && next.stride != last.stride) return false;
  if (std::uint64_t{last.count} + next.count > kMostElements) return false;
  last.count += next.count;
  return true;
}

/// The block repeated, as one block; false where that takes several.
bool repeat(Block &block, std::int64_t count, std::int64_t stride) {
  const auto times = static_cast<std::uint64_t>(count);
  if (block.count == 1) {
    const std::int64_t bytes = runBytes(block);
    if (bytes > 0 && stride == bytes && times * block.elements <= kMostElements) {
      block.elements = static_cast<std::uint32_t>(times * block.elements);
      return true;
    }
    block.count = static_cast<std::uint32_t>(times);
    block.stride = stride;
    return true;
  }
  if (stride != block.stride * block.count || times * block.count > kMostElements) return false;
  block.count = static_cast<std::uint32_t>(times * block.count);
  return true;
}

Block moved(Block block, std::int64_t by) {
  block.displacement += by;
  return block;
}

}  // namespace

TypeMap::TypeMap(std::uint64_t predefined) {
  const mpi::PredefinedTypeInfo *type = mpi::predefinedType(predefined);
  if (type == nullptr || type->bytes == 0) return;
  blocks_.push_back({.displacement = 0,
                     .stride = 0,
                     .count = 1,
                     .elements = 1,
                     .basic = static_cast<std::uint32_t>(predefined),
                     .reserved = 0});
}

void TypeMap::add(const TypeMap &other, std::int64_t displacement, std::int64_t count, std::int64_t stride) {
  if (other.isTooLong_) giveUp();
  if (isTooLong_ || count <= 0 || other.blocks_.empty()) return;
  for (Block block; other.blocks_.size() == 1 && count > 1;) {
    const std::int64_t part = std::min(count, kMostRepeats);
    block = other.blocks_.front();
    if (!repeat(block, part, stride)) break;
    append(moved(block, displacement));
    displacement += part * stride;
    count -= part;
  }
  for (std::int64_t i = 0; i < count && !isTooLong_; ++i)
    for (const Block &block : other.blocks_) append(moved(block, displacement + i * stride));
}

std::uint64_t TypeMap::bytes() const {
  std::uint64_t sum = 0;
  for (const Block &block : blocks_)
    sum += std::uint64_t{block.count} * block.elements * mpi::predefinedType(block.basic)->bytes;
  return sum;
}

void TypeMap::append(const Block &block) {
  if (isTooLong_ || (!blocks_.empty() && merge(blocks_.back(), block))) return;
  if (blocks_.size() == kMostBlocks) return giveUp();
  blocks_.push_back(block);
}

void TypeMap::giveUp() {
  isTooLong_ = true;
  blocks_ = {};
}

}  // namespace lockstep::runtime
