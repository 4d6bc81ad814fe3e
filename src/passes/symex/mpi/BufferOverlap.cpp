// buffer-overlap: memory that one call reads and writes through different arguments, or writes more than once: by
// entries of a datatype that overlap each other, or by parts of different ranks.
#include <algorithm>
#include <optional>
#include <utility>

#include "passes/symex/mpi/Footprint.h"
#include "semantics/arguments/MemoryArguments.h"

namespace lockstep::passes::symex {

namespace {

struct Buffer {
  std::size_t argument = 0;
  Value place;
  std::vector<semantics::StridedRun> runs;
  bool isWritten = false;
};

std::vector<Buffer> buffersOf(const CallView &view) {
  std::vector<Buffer> buffers;
  for (const mpi::BufferPlan &plan : view.routine().buffers()) {
    const auto i = static_cast<std::size_t>(plan.buffer);
    if (!view.isSignificant(i)) continue;
    const auto address = view.value(i);
    if (!address || !address->isPointer() || address->number == Value::kSomewhere) continue;
    if (isSpecialBuffer(view.state(), *address)) continue;
    for (Footprint &print : footprintsOf(view, i)) {
      for (semantics::StridedRun &run : print.runs) run.offset += address->number;
      buffers.push_back({i, *address, std::move(print.runs), print.isWritten});
    }
  }
  return buffers;
}

bool overlap(const Buffer &a, const Buffer &b) {
  if (a.argument == b.argument || a.place.id != b.place.id) return false;
  return std::ranges::any_of(a.runs, [&](const auto &one) {
    return std::ranges::any_of(b.runs, [&](const auto &other) { return semantics::overlap(one, other); });
  });
}

using Span = std::pair<std::int64_t, std::int64_t>;  // first byte, and the one behind the last

constexpr std::size_t kMostSpans = 4096;

/// Adds the bytes of the elements, one span for each row of values; false if they are too many.
bool addSpans(const TypedPart &part, std::vector<Span> &spans) {
  const std::uint64_t count = part.type->isExtentKnown() ? part.count : std::min<std::uint64_t>(part.count, 1);
  for (std::uint64_t i = 0; i < count; ++i)
    for (const semantics::TypeBlock &block : part.type->blocks()) {
      const auto bytes =
          static_cast<std::int64_t>(semantics::extentOf(semantics::infoOf(block.basic)) * block.elements);
      for (std::uint32_t row = 0; row < block.count; ++row) {
        if (spans.size() >= kMostSpans) return false;
        const std::int64_t at = semantics::moved(
            semantics::moved(part.displacement + block.displacement, i, part.type->extent()), row, block.stride);
        spans.emplace_back(at, at + bytes);
      }
    }
  return true;
}

bool haveCommonBytes(std::vector<Span> &spans) {
  std::ranges::sort(spans);
  return std::ranges::adjacent_find(spans, [](const Span &one, const Span &next) { return next.first < one.second; }) !=
         spans.end();
}

bool overlapsItself(const TypedPart &part) {
  std::vector<Span> spans;
  addSpans(part, spans);
  return haveCommonBytes(spans);
}

/// Of parts that are all written, or all read.
bool overlapEachOther(const std::vector<TypedPart> &parts, bool areWritten) {
  std::vector<Span> spans;
  for (const TypedPart &part : parts)
    if (part.isWritten == areWritten && !addSpans(part, spans)) break;
  return haveCommonBytes(spans);
}

std::optional<semantics::Verdict> judgeParts(const CallView &view, std::size_t buffer) {
  const std::vector<TypedPart> parts = typedPartsOf(view, buffer);
  for (const TypedPart &part : parts)
    if (part.isWritten && overlapsItself(part)) return semantics::entriesOverlap(view.routine(), buffer, {});
  if (isRma(view.routine().cls) || parts.size() < 2) return std::nullopt;
  if (overlapEachOther(parts, true)) return semantics::piecesOverlap(view.routine(), buffer, true);
  const bool isRooted = view.routine().indexOf(mpi::Role::Root) >= 0;
  const bool overlapsWhenRead =
      isRooted && std::ranges::none_of(parts, overlapsItself) && overlapEachOther(parts, false);
  return overlapsWhenRead ? std::optional(semantics::piecesOverlap(view.routine(), buffer, false)) : std::nullopt;
}

/// The target's memory that a one-sided operation writes.
std::optional<semantics::Verdict> judgeTarget(const CallView &view) {
  const int type = view.routine().indexOf(mpi::Role::TargetDatatype);
  const bool writes = view.routine().cls == mpi::Class::RmaPut || view.routine().cls == mpi::Class::RmaAccumulate;
  const auto count = view.number(mpi::Role::TargetCount);
  const auto target = view.number(mpi::Role::Target);
  const auto handle = type < 0 ? std::nullopt : view.value(static_cast<std::size_t>(type));
  if (!writes || !count || *count < 1 || !handle || (target && *target < 0)) return std::nullopt;
  const TypedPart part{layoutOf(view, *handle), 0, static_cast<std::uint64_t>(*count), true};
  if (!part.type || !overlapsItself(part)) return std::nullopt;
  return semantics::entriesOverlap(view.routine(), static_cast<std::size_t>(type), {});
}

std::optional<semantics::Verdict> judgeWrittenTwice(const CallView &view) {
  for (const mpi::BufferPlan &plan : view.routine().buffers()) {
    const auto buffer = static_cast<std::size_t>(plan.buffer);
    if (!view.isSignificant(buffer)) continue;
    const auto address = view.value(buffer);
    if (!address || isSpecialBuffer(view.state(), *address)) continue;
    if (auto verdict = judgeParts(view, buffer)) return verdict;
  }
  return judgeTarget(view);
}

}  // namespace

void judgeOverlap(const CallView &view) {
  const std::vector<Buffer> buffers = buffersOf(view);
  for (const Buffer &read : buffers)
    for (const Buffer &written : buffers) {
      if (read.isWritten || !written.isWritten || !overlap(read, written)) continue;
      return addNote(view.state(),
                     makeNote(view.state(), semantics::overlapping(view.routine(), read.argument, written.argument),
                              view.at(), ""));
    }
  if (std::optional<semantics::Verdict> verdict = judgeWrittenTwice(view))
    addNote(view.state(), makeNote(view.state(), *std::move(verdict), view.at(), ""));
}

}  // namespace lockstep::passes::symex
