// Which bytes a datatype stands for, built up as the constructors do: layouts placed one behind the other and repeated.
//
// Runs that lie at a constant distance are one block, so vectors and subarrays stay small. What cannot be told (too
// many blocks, or bounds that depend on the padding of the implementation) is left out: the blocks that are there are
// surely part of the type.
#pragma once

#include <cstdint>
#include <vector>

namespace lockstep::passes::symex {

/// `count` runs of `bytes` bytes, each `stride` bytes behind the one before.
struct Run {
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
  std::int64_t count = 1;
  std::int64_t stride = 0;

  std::int64_t end() const { return offset + (count - 1) * stride + bytes; }
  friend bool operator==(const Run &, const Run &) = default;
};

/// Whether two sets of bytes have one in common.
bool overlap(const Run &a, const Run &b);

class Layout {
 public:
  /// A basic type.
  static Layout ofBytes(std::int64_t bytes);
  /// A type of which only the first bytes are known.
  static Layout beginningWith(std::int64_t bytes);

  const std::vector<Run> &runs() const { return runs_; }
  std::int64_t lowerBound() const { return low_; }
  std::int64_t extent() const { return high_ - low_; }
  /// All bytes of the type are among the runs.
  bool isWhole() const { return isWhole_; }
  /// Where a second one would begin is known.
  bool isExtentKnown() const { return isExtentKnown_; }

  /// The other layout, `count` times, the first one moved by `displacement`, each next one `stride` bytes further.
  void add(const Layout &other, std::int64_t displacement, std::int64_t count, std::int64_t stride);
  /// The other layout, `count` times one behind the other.
  void addRow(const Layout &other, std::int64_t displacement, std::int64_t count);
  void resize(std::int64_t low, std::int64_t extent);
  /// As a structure does: its end is rounded up to where the next one may begin.
  void pad();

 private:
  void append(Run run);

  std::vector<Run> runs_;
  std::int64_t low_ = 0;
  std::int64_t high_ = 0;
  std::int64_t alignment_ = 1;
  bool isEmpty_ = true;
  bool isResized_ = false;
  bool isWhole_ = true;
  bool isExtentKnown_ = true;
};

}  // namespace lockstep::passes::symex
