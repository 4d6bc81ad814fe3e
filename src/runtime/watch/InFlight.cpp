#include "runtime/watch/InFlight.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "mpi/Special.h"
#include "runtime/handles/HandleMap.h"
#include "runtime/handles/Handles.h"
#include "runtime/handles/RequestHandles.h"
#include "runtime/handles/Windows.h"
#include "runtime/plans/ArrayLength.h"
#include "runtime/plans/CallPlan.h"
#include "runtime/plans/RawBits.h"
#include "runtime/threads/BlockedThreads.h"
#include "runtime/watch/MemoryRecord.h"

namespace lockstep::runtime {
namespace {

using mpi::Effect;
using mpi::Role;

/// The operations behind a request. Where the library hands out one handle for many, they are complete together.
struct Operation {
  SpanList spans;
  bool isPersistent = false;
  bool isActive = false;
  bool isKept = false;     // watched forever: an operation was freed while active
  std::size_t others = 0;  // further incomplete ones with the same handle
};

/// A buffer that a one-sided operation has.
struct Origin {
  std::int64_t target;
  Span span;
};

struct WindowMemory {
  SpanList spans;
  std::vector<Span> attached;
  std::vector<Origin> origins;
};

constexpr std::size_t kMostLingering = 1024;

struct SpanHash {
  std::size_t operator()(const Span &span) const {
    return (span.begin ^ (span.end << 32 | span.end >> 32)) * 0x9e3779b97f4a7c15ULL >> 16;
  }
};

/// Spans of completed operations that remain watched while other threads may run. Each is watched once; if there are
/// too many, the oldest one is dropped.
class Lingering {
 public:
  /// The span is watched by the caller, who no longer needs it.
  void add(const Span &span) {
    if (!known_.insert(span).second) return unwatch(span);
    if (ring_.size() < kMostLingering) return ring_.push_back(span);
    Span &oldest = ring_[oldest_];
    oldest_ = (oldest_ + 1) % kMostLingering;
    known_.erase(oldest);
    unwatch(oldest);
    oldest = span;
  }

  bool has(const Span &span) const { return known_.contains(span); }

  void end() {
    for (const Span &span : ring_) unwatch(span);
    ring_.clear();
    known_.clear();
    oldest_ = 0;
  }

 private:
  std::unordered_set<Span, SpanHash> known_;
  std::vector<Span> ring_;  // in the order in which they came, from the oldest one on
  std::size_t oldest_ = 0;
};

/// In storage that is never torn down: a thread may still communicate while the process exits.
struct State {
  SpinLock lock;
  std::unordered_map<std::int64_t, Operation> requests;
  std::unordered_map<std::int64_t, WindowMemory> windows;
  Lingering lingering;
};

State &state() {
  static State *const known = new State;
  return *known;
}

void watchAll(const SpanList &spans) { spans.forEach(watch); }
void unwatchAll(const SpanList &spans) { spans.forEach(unwatch); }

constinit std::atomic<bool> gIsLingering{false};
constinit std::atomic<std::uint64_t> gExpectedAt{0};  // which state of the program's objects is watched, 0: none

/// The span is watched, and remains so while others may run.
void linger(const Span &span) {
  state().lingering.add(span);
  gIsLingering.store(true, std::memory_order_relaxed);
}

/// The operation is complete. Another thread that is not in order with that may get at the memory later.
void release(const Span &span) {
  if (!mayOthersAct()) return unwatch(span);
  linger(span);
}

/// Only the calling thread is runnable: later threads are ordered after it.
void endLingering() {
  const std::lock_guard lock(state().lock);
  state().lingering.end();
  gExpectedAt.store(0, std::memory_order_relaxed);
  gIsLingering.store(false, std::memory_order_relaxed);
}

/// The buffers are watched; now their request exists.
void addRequest(const mpi::RoutineInfo &row, const std::int64_t *raw, const SpanList &spans, bool isPersistent) {
  const int argument = row.indexOf(Role::NewRequest);
  if (argument < 0 || !isAddress(raw[argument])) return;
  const std::int64_t bits = handleAt(row, argument, raw[argument]);
  const bool isShared = handleId(mpi::Element::Request, bits) == mpi::kSharedRequest;
  if (bits == rawBits(MPI_REQUEST_NULL)) return isPersistent ? void() : unwatchAll(spans);
  if (spans.isEmpty() && !isShared) return;
  const std::lock_guard lock(state().lock);
  const auto [entry, isNew] = state().requests.try_emplace(bits);
  Operation &operation = entry->second;
  if (isShared && !isNew) {
    ++operation.others;
    spans.forEach([&](const Span &span) { operation.spans.add(span); });
    return;
  }
  operation = {.spans = spans, .isPersistent = isPersistent, .isActive = !isPersistent};
}

void start(std::int64_t bits) {
  const std::lock_guard lock(state().lock);
  const auto found = state().requests.find(bits);
  if (found == state().requests.end() || found->second.isActive) return;
  found->second.isActive = true;
  watchAll(found->second.spans);
}

void complete(std::int64_t bits) {
  const std::lock_guard lock(state().lock);
  const auto found = state().requests.find(bits);
  if (found == state().requests.end() || !found->second.isActive) return;
  Operation &operation = found->second;
  if (operation.others > 0) {
    --operation.others;
    return;
  }
  if (!operation.isKept) operation.spans.forEach(release);
  if (operation.isPersistent)
    operation.isActive = false;
  else
    state().requests.erase(found);
}

/// The buffers of an active operation stay watched: its completion will not be known.
void forget(std::int64_t bits) {
  const std::lock_guard lock(state().lock);
  const auto found = state().requests.find(bits);
  if (found == state().requests.end()) return;
  if (found->second.others == 0) {
    state().requests.erase(found);
    return;
  }
  --found->second.others;
  found->second.isKept = true;
}

void completeRequests(mpi::Routine routine, const std::int64_t *raw, const InFlightChange &change, bool succeeded) {
  for (const std::int64_t request : completeOf(routine, raw, change.handles, succeeded)) complete(request);
}

void addOrigins(const mpi::RoutineInfo &row, const std::int64_t *raw, const SpanList &spans) {
  const std::int64_t target = raw[row.indexOf(Role::Target)];
  const std::lock_guard lock(state().lock);
  std::vector<Origin> &origins = state().windows[raw[row.indexOf(Role::Window)]].origins;
  spans.forEach([&](const Span &span) {
    const bool isAgain = !origins.empty() && origins.back().target == target && origins.back().span == span;
    if (isAgain)
      unwatch(span);
    else
      origins.push_back({target, span});
  });
}

/// What is complete at the origin after the call: operations to one target, or all.
void releaseOrigins(const mpi::RoutineInfo &row, const std::int64_t *raw) {
  const int target = row.indexOf(Role::Target);
  const std::lock_guard lock(state().lock);
  const auto window = state().windows.find(raw[row.indexOf(Role::Window)]);
  if (window == state().windows.end()) return;
  std::erase_if(window->second.origins, [&](const Origin &origin) {
    if (target >= 0 && origin.target != raw[target]) return false;
    release(origin.span);
    return true;
  });
}

/// The buffers of a blocking call.
void giveBack(const SpanList &spans) {
  const std::lock_guard lock(state().lock);
  spans.forEach(release);
}

void removeWindow(std::int64_t bits) {
  const std::lock_guard lock(state().lock);
  const auto window = state().windows.find(bits);
  if (window == state().windows.end()) return;
  unwatchAll(window->second.spans);
  for (const Span &span : window->second.attached) unwatch(span);
  for (const Origin &origin : window->second.origins) unwatch(origin.span);
  state().windows.erase(window);
}

void addWindow(const mpi::RoutineInfo &row, const std::int64_t *raw) {
  const int argument = row.indexOf(Role::NewWindow);
  const std::int64_t bits = handleAt(row, argument, raw[argument]);
  SpanList spans = windowMemory(row, raw, handleFrom<MPI_Win>(bits));
  watchAll(spans);
  const std::lock_guard lock(state().lock);
  state().windows[bits].spans = std::move(spans);
}

void attach(const mpi::RoutineInfo &row, const std::int64_t *raw) {
  const auto begin = static_cast<std::uintptr_t>(raw[row.indexOf(Role::WindowBase)]);
  const Span span{begin, begin + static_cast<std::uintptr_t>(raw[row.indexOf(Role::WindowSize)])};
  watch(span);
  const std::lock_guard lock(state().lock);
  state().windows[raw[row.indexOf(Role::Window)]].attached.push_back(span);
}

void detach(const mpi::RoutineInfo &row, const std::int64_t *raw) {
  const auto begin = static_cast<std::uintptr_t>(raw[row.indexOf(Role::DetachedBase)]);
  const std::lock_guard lock(state().lock);
  std::vector<Span> &attached = state().windows[raw[row.indexOf(Role::Window)]].attached;
  const auto span = std::ranges::find(attached, begin, &Span::begin);
  if (span == attached.end()) return;
  unwatch(*span);
  attached.erase(span);
}

void changeWindow(const mpi::RoutineInfo &row, const std::int64_t *raw, const InFlightChange &change) {
  switch (row.effect) {
    case Effect::WinCreate:
      return addWindow(row, raw);
    case Effect::WinFree:
      for (const std::int64_t window : change.handles) removeWindow(window);
      return;
    case Effect::WinAttach:
      return attach(row, raw);
    case Effect::WinDetach:
      return detach(row, raw);
    default:
      return;
  }
}

}  // namespace

void expectUses() {
  constexpr std::size_t kMostObjects = 512;
  const ObjectsApi *objects = knownObjects();
  if (objects == nullptr || !isWatching()) return;
  ThreadState *thread = thisThread();
  if (thread == nullptr) return;
  const Busy busy(*thread);  // nothing that happens under the lock may come here again
  if (!busy) return;
  std::array<ObjectSpan, kMostObjects> small;
  const std::uint64_t changes = objects->changes->load(std::memory_order_relaxed);
  const bool areOthersKnown = gExpectedAt.exchange(changes, std::memory_order_relaxed) == changes;
  const std::size_t count = objects->findSmall(small.data(), small.size(), areOthersKnown);
  if (count == 0) return;
  const std::lock_guard lock(state().lock);
  for (std::size_t i = 0; i < count; ++i) {
    const Span span{small[i].begin, small[i].begin + small[i].bytes};
    if (state().lingering.has(span)) continue;
    watch(span);
    linger(span);
  }
}

bool mayBeInWindow(const Span &span) {
  if (!gIsLingering.load(std::memory_order_relaxed)) return true;
  bool isFound = false;
  const auto look = [&](const Span &part) { isFound = isFound || (part.begin < span.end && span.begin < part.end); };
  const std::lock_guard lock(state().lock);
  for (const auto &[window, memory] : state().windows) {
    memory.spans.forEach(look);
    std::ranges::for_each(memory.attached, look);
  }
  return isFound;
}

InFlightChange beforeCall(mpi::Routine routine, const std::int64_t *raw) {
  InFlightChange change;
  const InFlightPart part = callPlan(routine).inFlight;
  if (gIsLingering.load(std::memory_order_relaxed) && !mayOthersAct()) [[unlikely]]
    endLingering();
  if (part == InFlightPart::None || (part == InFlightPart::Holds && !mayOthersAct())) return change;
  change.concerns = true;
  const mpi::RoutineInfo &row = mpi::info(routine);
  switch (part) {
    case InFlightPart::None:
    case InFlightPart::Synchronizes:
      break;
    case InFlightPart::Holds:
    case InFlightPart::Begins:
    case InFlightPart::OneSided:
      change.spans = bufferSpans(routine, raw);
      watchAll(change.spans);
      break;
    case InFlightPart::SetsUp:
      change.spans = bufferSpans(routine, raw);
      break;
    case InFlightPart::Starts:
      change.handles = requestsOf(routine, raw);
      for (const std::int64_t request : change.handles) start(request);
      break;
    case InFlightPart::Completes:
    case InFlightPart::FreesRequest:
      change.handles = requestsOf(routine, raw);
      break;
    case InFlightPart::Window:
      if (const int window = row.indexOf(Role::FreedWindow); window >= 0 && isAddress(raw[window]))
        change.handles.push_back(handleAt(row, window, raw[window]));
      break;
  }
  return change;
}

void afterCall(mpi::Routine routine, const std::int64_t *raw, InFlightChange &change, bool succeeded) {
  const mpi::RoutineInfo &row = mpi::info(routine);
  switch (callPlan(routine).inFlight) {
    case InFlightPart::None:
      break;
    case InFlightPart::Holds:
      giveBack(change.spans);
      break;
    case InFlightPart::Begins:
      succeeded ? addRequest(row, raw, change.spans, false) : unwatchAll(change.spans);
      break;
    case InFlightPart::OneSided:
      if (change.spans.isEmpty()) break;
      succeeded ? addOrigins(row, raw, change.spans) : unwatchAll(change.spans);
      break;
    case InFlightPart::SetsUp:
      if (succeeded && !change.spans.isEmpty()) addRequest(row, raw, change.spans, true);
      break;
    case InFlightPart::Starts:
      break;  // when it failed, some may be active: they stay watched until they are complete
    case InFlightPart::Completes:
      completeRequests(routine, raw, change, succeeded);
      break;
    case InFlightPart::FreesRequest:
      if (succeeded)
        for (const std::int64_t request : change.handles) forget(request);
      break;
    case InFlightPart::Synchronizes:
      if (succeeded) releaseOrigins(row, raw);
      break;
    case InFlightPart::Window:
      if (succeeded) changeWindow(row, raw, change);
      break;
  }
}

}  // namespace lockstep::runtime
