#include "passes/symex/Layout.h"

#include <algorithm>

#include "semantics/StridedRun.h"

namespace lockstep::passes::symex {

namespace {

constexpr std::size_t kMostRuns = 256;
constexpr std::int64_t kMostCopies = 4096;
constexpr std::int64_t kLargestAlignment = 16;

/// No memory is larger, so that sums of a few distances below it can be built without a look.
constexpr std::int64_t kFarthest = std::int64_t{1} << 48U;

bool isFar(std::int64_t distance) { return distance > kFarthest || distance < -kFarthest; }

/// Makes the first one hold both, if the second continues it.
bool merge(Run &last, const Run &next) {
  if (last.count == 1 && next.count == 1 && next.offset == last.offset + last.bytes) {
    last.bytes += next.bytes;
    return true;
  }
  if (last.bytes != next.bytes) return false;
  const std::int64_t stride = last.count > 1 ? last.stride : next.offset - last.offset;
  const bool continues = next.offset == last.offset + last.count * stride && stride >= last.bytes;
  if (!continues || (next.count > 1 && next.stride != stride)) return false;
  last.stride = stride;
  last.count += next.count;
  return true;
}

/// The run repeated, as one; false where that takes several.
bool repeat(Run &run, std::int64_t count, std::int64_t stride) {
  if (run.count == 1 && stride == run.bytes) {
    run.bytes *= count;
    return true;
  }
  if (run.count == 1) {
    run.count = count;
    run.stride = stride;
    return true;
  }
  if (stride != run.stride * run.count) return false;
  run.count *= count;
  return true;
}

}  // namespace

bool overlap(const Run &a, const Run &b) {
  if (a.bytes <= 0 || b.bytes <= 0 || a.count <= 0 || b.count <= 0) return false;
  const auto strided = [](const Run &run) {
    return semantics::StridedRun{run.offset, static_cast<std::uint64_t>(run.bytes), run.stride,
                                 static_cast<std::uint64_t>(run.count)};
  };
  return semantics::overlap(strided(a), strided(b));
}

Layout Layout::ofBytes(std::int64_t bytes) {
  Layout layout;
  if (bytes > 0) layout.runs_.push_back({.offset = 0, .bytes = bytes});
  layout.high_ = bytes;
  layout.alignment_ = std::clamp<std::int64_t>(bytes, 1, kLargestAlignment);
  layout.isEmpty_ = false;
  return layout;
}

Layout Layout::beginningWith(std::int64_t bytes) {
  Layout layout = ofBytes(bytes);
  layout.isWhole_ = layout.isExtentKnown_ = false;
  return layout;
}

void Layout::add(const Layout &other, std::int64_t displacement, std::int64_t count, std::int64_t stride) {
  if (count <= 0 || other.isEmpty_) return;
  std::int64_t reach = 0;
  if (__builtin_mul_overflow(count - 1, stride, &reach) || isFar(reach) || isFar(displacement)) {
    isWhole_ = isExtentKnown_ = false;
    return;
  }
  const std::int64_t last = displacement + reach;
  const std::int64_t low = std::min(displacement, last) + other.low_;
  const std::int64_t high = std::max(displacement, last) + other.high_;
  isExtentKnown_ &= other.isExtentKnown_ && (isEmpty_ || isResized_ == other.isResized_);
  isWhole_ &= other.isWhole_;
  low_ = isEmpty_ ? low : std::min(low_, low);
  high_ = isEmpty_ ? high : std::max(high_, high);
  alignment_ = std::max(alignment_, other.alignment_);
  isResized_ |= other.isResized_;
  isEmpty_ = false;

  if (other.runs_.size() == 1 && count > 1 && stride >= other.runs_.front().bytes) {
    Run run = other.runs_.front();
    if (repeat(run, count, stride)) {
      run.offset += displacement;
      return append(run);
    }
  }
  for (std::int64_t i = 0; i < count && !other.runs_.empty(); ++i)
    for (Run run : other.runs_) {
      if (i >= kMostCopies || runs_.size() >= kMostRuns) {
        isWhole_ = false;
        return;
      }
      run.offset += displacement + i * stride;
      append(run);
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

void Layout::append(Run run) {
  if (!runs_.empty() && merge(runs_.back(), run)) return;
  if (runs_.size() < kMostRuns)
    runs_.push_back(run);
  else
    isWhole_ = false;
}

}  // namespace lockstep::passes::symex
