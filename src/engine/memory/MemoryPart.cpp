#include "engine/memory/MemoryPart.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace lockstep::engine {
namespace {

__extension__ using Wide = __int128;

constexpr Wide kFirstOwned = 4096;
constexpr Wide kEndOfMemory = std::numeric_limits<std::int64_t>::max();
constexpr Wide kFarAway = Wide{1} << 120;  // larger than any address; sums of several do not overflow

/// Half-open range of bytes.
struct Bounds {
  Wide first = kEndOfMemory;
  Wide end = -kEndOfMemory;

  void include(const Bounds &other) {
    first = std::min(first, other.first);
    end = std::max(end, other.end);
  }
  /// Hull of `count` copies, `step` bytes apart.
  Bounds repeated(std::uint64_t count, std::int64_t step) const {
    const Wide last = std::clamp((Wide{count} - 1) * step, -kFarAway, kFarAway);
    return {first + std::min(last, Wide{0}), end + std::max(last, Wide{0})};
  }
};

Bounds boundsOf(const ByteRun &run) {
  return Bounds{run.offset, Wide{run.offset} + run.length}.repeated(run.count, run.stride);
}

struct Run {
  ByteRun bytes;
  Bounds bounds;
};

std::vector<Run> runsWithin(const MemoryPart &part, const Bounds &limits) {
  if (part.onlyRun) return {{*part.onlyRun, boundsOf(*part.onlyRun)}};
  std::vector<Run> runs;
  forEachByteRun(part.elements, [&](ByteRun run) {
    run.offset += part.address;
    const Bounds bounds = boundsOf(run);
    if (run.length > 0 && bounds.first < limits.end && limits.first < bounds.end) runs.push_back({run, bounds});
    return true;
  });
  std::ranges::sort(runs, {}, [](const Run &run) { return run.bounds.first; });
  return runs;
}

/// One contiguous block within the address space, as for nearly all predefined types.
bool isSolid(std::int64_t address, Elements elements) {
  constexpr std::int64_t kMostBytes = std::int64_t{1} << 40;
  if (elements.type->layout.size() != 1) return false;
  const ByteRun &run = elements.type->layout.front();
  return run.offset == 0 && run.count == 1 && run.length > 0 && run.length < kMostBytes &&
         run.length == static_cast<std::uint64_t>(elements.type->extent) && elements.count < kMostBytes / run.length &&
         address >= kFirstOwned && address < INT64_MAX - kMostBytes;
}

MemoryPart solidPart(std::int64_t address, Elements elements) {
  const std::uint64_t bytes = elements.type->layout.front().length * elements.count;
  MemoryPart part;
  part.address = address;
  part.elements = elements;
  part.first = static_cast<std::uint64_t>(address);
  part.end = part.first + bytes;
  part.onlyRun = ByteRun{address, bytes, 0, 1};
  return part;
}

}  // namespace

std::optional<MemoryPart> memoryPart(std::int64_t address, Elements elements) {
  if (elements.type == nullptr || elements.count == 0) return std::nullopt;
  if (isSolid(address, elements)) return solidPart(address, elements);
  Bounds bounds;
  for (const ByteRun &run : elements.type->layout)
    if (run.length > 0 && run.count > 0) bounds.include(boundsOf(run));
  if (bounds.first >= bounds.end) return std::nullopt;
  bounds = bounds.repeated(elements.count, elements.type->extent);
  bounds.first += address;
  bounds.end += address;
  if (bounds.first < 0 || bounds.end <= kFirstOwned || bounds.end > kEndOfMemory) return std::nullopt;

  MemoryPart part;
  part.address = address;
  part.elements = elements;
  part.first = static_cast<std::uint64_t>(bounds.first);
  part.end = static_cast<std::uint64_t>(bounds.end);
  std::size_t runs = 0;
  forEachByteRun(elements, [&](ByteRun run) {
    run.offset += address;
    part.onlyRun = run;
    return ++runs < 2;
  });
  if (runs != 1) part.onlyRun.reset();
  return part;
}

std::optional<MemoryPart> memoryPart(const ByteRun &run, bool isWritten) {
  const Bounds bounds = boundsOf(run);
  if (run.length == 0 || run.count == 0 || bounds.first < 0 || bounds.end > kEndOfMemory) return std::nullopt;
  MemoryPart part;
  part.isWritten = isWritten;
  part.address = run.offset;
  part.first = static_cast<std::uint64_t>(bounds.first);
  part.end = static_cast<std::uint64_t>(bounds.end);
  part.onlyRun = run;
  return part;
}

bool overlap(const MemoryPart &a, const MemoryPart &b) {
  if (a.end <= b.first || b.end <= a.first) return false;
  if (a.isSolid() && b.isSolid()) return true;
  if (a.onlyRun && b.onlyRun) return overlap(*a.onlyRun, *b.onlyRun);
  const Bounds common{std::max(a.first, b.first), std::min(a.end, b.end)};
  const std::vector<Run> runsOfA = runsWithin(a, common);
  const std::vector<Run> runsOfB = runsWithin(b, common);
  Wide longest = 0;
  for (const Run &run : runsOfB) longest = std::max(longest, run.bounds.end - run.bounds.first);
  for (const Run &run : runsOfA) {
    const auto firstOf = [](const Run &other) { return other.bounds.first; };
    for (auto other = std::ranges::upper_bound(runsOfB, run.bounds.first - longest, {}, firstOf);
         other != runsOfB.end() && other->bounds.first < run.bounds.end; ++other)
      if (overlap(run.bytes, other->bytes)) return true;
  }
  return false;
}

}  // namespace lockstep::engine
