#include "engine/memory/PlaceBlock.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "engine/memory/MemoryPart.h"

namespace lockstep::engine {
namespace {

std::uint64_t beginOf(const ByteRun &run) { return static_cast<std::uint64_t>(run.offset); }

Span commonOfRuns(const ByteRun &a, const ByteRun &b) {
  if (!overlap(a, b)) return {};
  const ByteRun &fewer = a.count <= b.count ? a : b;
  const ByteRun &more = a.count <= b.count ? b : a;
  Span common;
  for (std::uint64_t i = 0; i < fewer.count && common.first == common.end; ++i) {
    const std::uint64_t begin = beginOf(fewer) + i * static_cast<std::uint64_t>(fewer.stride);
    forEachWithin(more, {begin, begin + fewer.length}, [&](const ByteRun &piece) {
      if (common.first == common.end) common = {beginOf(piece), beginOf(piece) + piece.length};
    });
  }
  return common;
}

bool meet(const ByteRun &a, const ByteRun &b) { return beginOf(a) < endOf(b) && beginOf(b) < endOf(a); }

}  // namespace

ByteRun hullOf(const PlaceBlock &block) {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  for (std::size_t i = std::size(block.bits); i-- > 0;)
    if (block.bits[i] != 0) first = i * 64 + static_cast<unsigned>(std::countr_zero(block.bits[i]));
  for (std::size_t i = 0; i < std::size(block.bits); ++i)
    if (block.bits[i] != 0) last = i * 64 + 63 - static_cast<unsigned>(std::countl_zero(block.bits[i]));
  return {static_cast<std::int64_t>(block.address + first * block.step), (last - first) * block.step + block.bytes, 0,
          1};
}

bool isSameFrame(const PlaceBlock &a, const PlaceBlock &b) {
  return a.address == b.address && a.step == b.step && a.bytes == b.bytes;
}

bool covers(const PlaceBlock &outer, const PlaceBlock &inner) {
  return std::ranges::equal(outer.bits, inner.bits,
                            [](std::uint64_t more, std::uint64_t less) { return (less & ~more) == 0; });
}

PlaceBlockPtr united(const PlaceBlock &a, const PlaceBlock &b) {
  auto both = std::make_shared<PlaceBlock>(a);
  for (std::size_t i = 0; i < std::size(both->bits); ++i) both->bits[i] |= b.bits[i];
  return both;
}

Span firstCommon(const Touched &a, const Touched &b) {
  if (!meet(a.run, b.run)) return {};
  if (a.block == nullptr && b.block == nullptr) return commonOfRuns(a.run, b.run);
  if (a.block == nullptr) return firstCommon(b, a);
  Span common;
  forEachRow(*a.block, [&](const ByteRun &row) {
    if (common.first == common.end && meet(row, b.run)) common = firstCommon(b, Touched{row});
  });
  return common;
}

}  // namespace lockstep::engine
