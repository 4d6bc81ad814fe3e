// What a datatype stands for: its type map, as rows of predefined types, and its bounds. Built up as the constructors
// do, by layouts placed one behind the other and repeated.
//
// What continues the last row is merged into it, so that vectors, subarrays and contiguous types stay a few blocks
// however many elements they have; the order of the type map is kept. What cannot be told (too many blocks, or bounds
// that depend on the padding of the implementation) is left out: the blocks that are there are surely part of the type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "semantics/layout/StridedRun.h"
#include "semantics/layout/TypeBlock.h"

namespace lockstep::semantics {

class Layout {
 public:
  /// A type without data.
  Layout() = default;
  /// A predefined type; a marker has no data, but moves the bounds of a structure, no matter where.
  explicit Layout(mpi::PredefinedType basic);
  /// A type of which only the first byte is known.
  static Layout ofUnknownType();

  std::span<const TypeBlock> blocks() const { return blocks_; }
  std::int64_t lowerBound() const { return low_; }
  std::int64_t extent() const { return high_ - low_; }
  /// All data of the type is among the blocks.
  bool isWhole() const { return isWhole_; }
  /// Where a second one would begin is known.
  bool isExtentKnown() const { return isExtentKnown_; }

  /// Of the data, in bytes.
  std::uint64_t size() const;
  /// How many values of basic types the data is; the parts of a pair are two.
  std::uint64_t values() const;
  /// The basic type that all of the data is of; none where there are several, or not all are known.
  mpi::PredefinedType basic() const;
  /// The bytes of the first blocks, about as many runs as there may be.
  std::vector<StridedRun> runs(std::size_t most) const;

  /// The other layout, `count` times, the first one moved by `displacement`, each next one `stride` bytes further.
  void add(const Layout &other, std::int64_t displacement, std::int64_t count, std::int64_t stride);
  /// The other layout, `count` times one behind the other.
  void addRow(const Layout &other, std::int64_t displacement, std::int64_t count);
  void resize(std::int64_t low, std::int64_t extent);
  /// As a structure does: its end is rounded up to where the next one may begin.
  void pad();
  /// The data is not what the blocks say.
  void forgetBlocks();

 private:
  void addBounds(const Layout &other, std::int64_t first, std::int64_t last);
  void append(const TypeBlock &block);

  static constexpr std::size_t kMostBlocks = std::size_t{1} << 18;

  std::vector<TypeBlock> blocks_;
  std::int64_t low_ = 0;
  std::int64_t high_ = 0;
  std::int64_t alignment_ = 1;
  bool isEmpty_ = true;
  bool isResized_ = false;  // some bounds are explicit: those that follow from data do not count
  bool isWhole_ = true;
  bool isExtentKnown_ = true;
};

using LayoutPtr = std::shared_ptr<const Layout>;

}  // namespace lockstep::semantics
