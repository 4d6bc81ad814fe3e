// The type map of a datatype as runs of predefined types, built up as the constructors do: by placing maps one behind
// the other and by repeating them. What continues the last run is merged into it, so that vectors, subarrays and
// contiguous types stay a few blocks however many elements they have; the order of the type map is kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trace/Record.h"

namespace lockstep::runtime {

class TypeMap {
 public:
  using Block = trace::TypeBlock;

  TypeMap() = default;
  /// One value of a predefined type; nothing for one without data.
  explicit TypeMap(std::uint64_t predefined);

  /// Empty also when there are too many.
  std::span<const Block> blocks() const { return blocks_; }
  /// The size of the data.
  std::uint64_t bytes() const;

  /// The other map, `count` times, the first one moved by `displacement`, each next one `stride` bytes further.
  void add(const TypeMap &other, std::int64_t displacement, std::int64_t count = 1, std::int64_t stride = 0);

  void giveUp();

 private:
  static constexpr std::size_t kMostBlocks = std::size_t{1} << 18;

  void append(const Block &block);

  std::vector<Block> blocks_;
  bool isTooLong_ = false;
};

}  // namespace lockstep::runtime
