#include "runtime/accesses/Accesses.h"

#include <algorithm>

#include "runtime/recorder/Thread.h"
#include "runtime/sites/Modules.h"

namespace lockstep::runtime {
namespace {

constexpr std::uint64_t kMostBytesAtOnce = std::uint64_t{1} << 30;

void writeAccess(ThreadState &thread, std::uint32_t site, const Run &run) {
  auto *record = thread.reserve<trace::Access>();
  record->header.site = site;
  record->address = run.address;
  record->stride = static_cast<std::int64_t>(run.stride);
  record->count = run.count;
  record->bytes = static_cast<std::uint32_t>(run.bytes);
  record->access = run.touch == AccessMode::Store ? trace::AccessKind::Store : trace::AccessKind::Load;
  record->isPoll = run.touch == AccessMode::Poll ? 1 : 0;
  record->reserved[0] = record->reserved[1] = 0;
  thread.commit();
}

/// A record has 32 bits for the size of one access.
void writeRun(ThreadState &thread, std::uint32_t site, const Run &run) {
  if (run.bytes <= kMostBytesAtOnce) return writeAccess(thread, site, run);
  for (std::uint64_t i = 0; i < run.count; ++i) {
    const std::uintptr_t address = run.address + i * run.stride;
    const std::uint64_t parts = run.bytes / kMostBytesAtOnce;
    writeAccess(thread, site, {run.site, address, kMostBytesAtOnce, parts, kMostBytesAtOnce, run.touch});
    if (const std::uint64_t rest = run.bytes % kMostBytesAtOnce; rest != 0)
      writeAccess(thread, site, {run.site, address + parts * kMostBytesAtOnce, rest, 1, rest, run.touch});
  }
}

void writeBits(ThreadState &thread, std::uint32_t site, const Run &first, const std::uint64_t (&words)[kBlockWords]) {
  auto *record = thread.reserve<trace::AccessBits>();
  record->header.site = site;
  record->address = first.address;
  record->bytes = static_cast<std::uint32_t>(first.bytes);
  record->step = static_cast<std::uint32_t>(first.stride);
  record->access = first.touch == AccessMode::Store ? trace::AccessKind::Store : trace::AccessKind::Load;
  record->isPoll = first.touch == AccessMode::Poll ? 1 : 0;
  std::fill_n(record->reserved, sizeof record->reserved, std::uint8_t{0});
  std::copy_n(words, kBlockWords, record->bits);
  thread.commit();
}

/// Writes the open segment.
template <class SiteOf>
struct Publisher {
  ThreadState &thread;
  const SiteOf &siteOf;

  void operator()(const Run &run) const {
    if (const std::uint32_t site = siteOf(run.site); site != 0) writeRun(thread, site, run);
  }
  void operator()(const Run &first, const std::uint64_t (&words)[kBlockWords]) const {
    if (const std::uint32_t site = siteOf(first.site); site != 0) writeBits(thread, site, first, words);
  }
};

template <class SiteOf>
void publish(ThreadState &thread, bool isEnd, const SiteOf &siteOf) {
  thread.segment.drain(Publisher<SiteOf>{thread, siteOf}, isEnd);
}

void writeCallback(ThreadState &thread, std::uintptr_t function) {
  thread.reserve<trace::Callback>()->function = function;
  thread.commit();
}

/// Publishes what was recorded so far; the segment continues.
void publishPart(ThreadState &thread, bool isEnd = false) {
  if (thread.segment.isEmpty()) return;
  if (thread.operation != 0) writeCallback(thread, thread.operation);
  publish(thread, isEnd, [&](std::uintptr_t address) { return thread.sites.find(thread, address).site; });
  if (thread.operation != 0) writeCallback(thread, 0);
}

void answerRequest(ThreadState &thread) {
  thread.writer.takeRequest();
  if (const Busy busy(thread); busy) publishPart(thread);
}

/// Distant pieces are looked up one by one: the memory between them is much larger.
bool isWatched(const Run &run) {
  constexpr std::uint64_t kFarApart = std::uint64_t{2} << kPageBits;
  if (run.stride < kFarApart || run.stride < 2 * run.bytes) return isWatched(run.span());
  for (std::uint64_t i = 0; i < run.count; ++i) {
    const std::uintptr_t begin = run.address + i * run.stride;
    if (isWatched(Span{begin, begin + run.bytes})) return true;
  }
  return false;
}

/// Whether it is a single access that fits a field or bitmap.
bool hasPlace(const Run &run) {
  return run.count == 1 && run.bytes <= OverflowBitmaps::kMostBytes && (run.bytes & (run.bytes - 1)) == 0;
}

}  // namespace

bool OpenSegment::add(const Run &run) {
  if (!hasPlace(run)) return runs.add(run);
  return fields.add(run.site, run.address, run.bytes, run.touch) ||
         maps.add(run.site, run.address, run.bytes, run.touch);
}

void noteAccesses(ThreadState &thread, const Run &run) {
  if (run.bytes == 0 || run.count == 0) return;
  if (thread.writer.isWanted()) answerRequest(thread);
  if (hasPlace(run) ? thread.segment.maps.has(run.site, run.address, run.bytes, run.touch)
                    : thread.segment.runs.has(run))
    return;
  if (!isWatched(run)) return;
  const Busy busy(thread);
  if (!busy || thread.segment.add(run)) return;
  publishPart(thread);
  thread.segment.add(run);
}

void noteComing(ThreadState &thread, const Run &run, std::uint64_t coming, hook::LentPlaces &places) {
  SiteBitmaps &fields = thread.segment.fields;
  if (thread.writer.isWanted()) answerRequest(thread);
  if (!isWatched(run)) return;
  if (const Busy busy(thread); busy && fields.add(run.site, run.address, run.bytes, run.touch))
    return fields.lend(run.site, coming, places);
  noteAccesses(thread, run);
}

void publishAccesses(ThreadState &thread) { publishPart(thread, true); }

void publishAccessesInHandler(ThreadState &thread) {
  const Busy busy(thread);
  if (thread.segment.isEmpty() || !busy) return;
  if (thread.operation != 0) writeCallback(thread, thread.operation);
  publish(thread, false, [&](std::uintptr_t address) {
    return moduleOf(address, nullptr) != nullptr ? thread.sites.find(thread, address).site : 0;
  });
  if (thread.operation != 0) writeCallback(thread, 0);
}

}  // namespace lockstep::runtime
