// The type map of a datatype, as blocks of predefined types, and its bounds. It is built like the constructors do: by
// repeating and concatenating layouts.
//
// Blocks that continue the last one are merged into it, so that vectors, subarrays and contiguous types need only a few
// blocks, whatever their number of elements; the order of the type map is preserved. What is unknown (too many blocks,
// or bounds that depend on the padding of the implementation) is left out: the blocks are always a subset of the type.
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
  /// A predefined type; a marker has no data, but sets a bound of the enclosing structure.
  explicit Layout(mpi::PredefinedType basic);
  /// An unknown type: at least one byte at displacement 0 is accessed.
  static Layout ofUnknownType();

  std::span<const TypeBlock> blocks() const { return blocks_; }
  std::int64_t lowerBound() const { return low_; }
  std::int64_t extent() const { return high_ - low_; }
  /// Whether the blocks contain all data of the type.
  bool isWhole() const { return isWhole_; }
  /// Whether it is known where a second element would begin.
  bool isExtentKnown() const { return isExtentKnown_; }

  /// Size of the data in bytes.
  std::uint64_t size() const;
  /// Number of basic elements; a pair counts as two.
  std::uint64_t values() const;
  /// The basic type of all the data; none if there are several, or not all data is known.
  mpi::PredefinedType basic() const;
  /// The bytes of the first blocks, as about `most` runs.
  std::vector<StridedRun> runs(std::size_t most) const;

  /// Adds `count` copies of the other layout, the first one displaced by `displacement`, each next one `stride` bytes
  /// further.
  void add(const Layout &other, std::int64_t displacement, std::int64_t count, std::int64_t stride);
  /// Adds `count` consecutive copies of the other layout.
  void addRow(const Layout &other, std::int64_t displacement, std::int64_t count);
  void resize(std::int64_t low, std::int64_t extent);
  /// Rounds the extent up to the alignment, as for a structure.
  void pad();
  /// From now on the blocks do not describe the data.
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
  bool isResized_ = false;  // some bounds are explicit and override those that follow from data
  bool isWhole_ = true;
  bool isExtentKnown_ = true;
};

using LayoutPtr = std::shared_ptr<const Layout>;

}  // namespace lockstep::semantics
