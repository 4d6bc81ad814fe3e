// The windows of the job, and the true location of their memory.
//
// A window has one id on all members; each member's record says what it exposes. Memory is named by its owner's rank
// and an address in the owner's address space, so that windows over the same memory alias. Memory of a shared window is
// mapped at different addresses in every member: it gets artificial addresses, counted from the beginning of the
// owner's part, and every member's mapping is translated to these.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/objects/Communicators.h"
#include "engine/objects/Types.h"
#include "trace/Record.h"

namespace lockstep::engine {

struct Call;

/// Half-open range of addresses. If the ends are swapped, it is empty.
struct Span {
  std::uint64_t first = 0;
  std::uint64_t end = 0;

  constexpr Span() = default;
  constexpr Span(std::uint64_t first, std::uint64_t end) : first(first), end(std::max(first, end)) {}
  /// A range of `bytes` bytes, cut off at the end of the address space.
  static constexpr Span at(std::uint64_t first, std::uint64_t bytes) {
    return {first, first + std::min(bytes, UINT64_MAX - first)};
  }

  constexpr std::uint64_t bytes() const { return end - first; }
  constexpr bool isEmpty() const { return first == end; }
  constexpr bool contains(std::uint64_t address) const { return first <= address && address < end; }
  constexpr bool contains(const Span &other) const { return first <= other.first && other.end <= end; }
  constexpr bool meets(const Span &other) const { return first < other.end && other.first < end; }
};

/// What one process exposes in a window.
struct WindowPart {
  Span memory;  // addresses in the process
  std::uint32_t displacementUnit = 1;
  bool isFreed = false;
  bool isMapped = true;        // of a shared window: the process has recorded the mapping of its own part
  std::vector<Span> attached;  // of a dynamic window
  std::vector<Span> gone;      // memory that was freed while still exposed
  bool isGone(const Span &span) const {
    return std::ranges::any_of(gone, [&](const Span &one) { return one.meets(span); });
  }
};

struct Window {
  std::uint64_t id = 0;
  std::uint64_t number = 0;  // in order of appearance
  CommunicatorPtr comm;
  trace::WindowFlavor flavor{};
  std::uint8_t accumulateOrder = 0;
  std::map<int, WindowPart> parts;  // by world rank
  bool isMisplaced = false;         // by a fault of the library some part lies elsewhere: what it holds may be wrong

  bool isDynamic() const { return flavor == trace::WindowFlavor::Dynamic; }
  /// Null if the rank has not recorded it yet.
  const WindowPart *part(int rank) const;
};

class Windows {
 public:
  explicit Windows(const Communicators &communicators) : communicators_(communicators) {}

  void define(int rank, const trace::Window &record);
  void define(int rank, const trace::SharedPart &record);
  void misplace(std::int64_t id);
  /// Applies attach, detach and free; called in event order.
  void apply(const Call &call);
  /// The rank has released memory.
  void release(int rank, Span memory);

  /// Null if no record defines it.
  const Window *find(std::int64_t id) const;
  /// The one that the call is given, or frees; null where there is none.
  const Window *windowOf(const Call &call) const;
  /// That an operation on a window is directed at, as a rank of the world; none for MPI_PROC_NULL and what is not
  /// known.
  std::optional<int> targetOf(const Call &call) const;
  /// Whether some window of the rank exposes a byte of it.
  bool isExposed(int rank, Span span) const;
  /// Whether some window of the rank exposes all of it, and none only a part, in translated addresses.
  bool isUniform(int rank, Span span) const;
  /// Calls `visit(window)` for the windows of the rank that expose the first byte, in translated addresses.
  template <class Visit>
  void forEachExposing(int rank, Span span, Visit visit) const {
    const auto exposed = byRank_.find(rank);
    if (exposed == byRank_.end()) return;
    for (const auto &[window, part] : exposed->second)
      if (hasSpan(*window, rank, [&](const Span &other) { return other.contains(span.first); })) visit(*window);
  }
  bool hasAny(int rank) const { return byRank_.contains(rank); }
  /// Calls `visit(span)` for the memory that the rank exposes in the window, in translated addresses: one span, or in a
  /// dynamic window those that are attached.
  template <class Visit>
  void forEachSpan(const Window &window, int rank, Visit visit) const {
    hasSpan(window, rank, [&](const Span &span) {
      visit(span);
      return false;
    });
  }
  /// Start address of the rank's part.
  std::uint64_t beginningOf(const Window &window, int rank) const;

  /// Calls `visit(owner, run)` for the pieces of memory that the process of the rank maps at the addresses of `run`,
  /// which must be ascending.
  template <class Visit>
  void translate(int rank, const ByteRun &run, Visit visit) const {
    const auto views = views_.find(rank);
    if (views == views_.end()) return visit(rank, run);
    translate(rank, run, views->second, visit);
  }

 private:
  /// A mapping of shared memory in a process.
  struct View {
    Span here;
    int owner = -1;
    std::uint64_t beginning = 0;
  };
  using Views = std::vector<View>;  // by address

  void forgetViews(int rank, const Window &window);
  /// Whether `holds(span)` is true for one of the spans that forEachSpan() visits.
  template <class Holds>
  bool hasSpan(const Window &window, int rank, Holds holds) const {
    const WindowPart *part = window.part(rank);
    if (part == nullptr) return false;
    if (window.isDynamic()) return std::ranges::any_of(part->attached, holds);
    return holds(Span::at(beginningOf(window, rank), part->memory.bytes()));
  }
  template <class Visit>
  static void translate(int rank, const ByteRun &run, const Views &views, Visit visit);

  const Communicators &communicators_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Window>> known_;
  std::unordered_map<int, std::vector<std::pair<const Window *, WindowPart *>>> byRank_;
  std::unordered_map<int, Views> views_;
};

/// What one rank exposes in its windows.
class ExposedMemory {
 public:
  ExposedMemory(const Windows &windows, int rank) : windows_(windows), rank_(rank) {}

  bool isEmpty() const { return !windows_.hasAny(rank_); }
  bool hasByteOf(Span span) const { return windows_.isExposed(rank_, span); }
  /// Calls `visit(id, isDynamic)` for the windows that expose the first of the bytes.
  template <class Visit>
  void forEachExposing(Span span, Visit visit) const {
    windows_.forEachExposing(rank_, span, [&](const Window &window) { visit(window.id, window.isDynamic()); });
  }

 private:
  const Windows &windows_;
  int rank_;
};

/// What of a normalized run lies within the span: `visit(run)` for at most three runs.
template <class Visit>
void forEachWithin(const ByteRun &run, Span span, Visit visit) {
  const auto first = static_cast<std::uint64_t>(run.offset);
  if (first >= span.end || endOf(run) <= span.first) return;
  if (first >= span.first && endOf(run) <= span.end) return visit(run);
  const auto stride = run.count == 1 ? std::uint64_t{1} : static_cast<std::uint64_t>(run.stride);
  const auto piece = [&](std::uint64_t index) {
    const std::uint64_t begin = std::max(first + index * stride, span.first);
    const std::uint64_t end = std::min(first + index * stride + run.length, span.end);
    if (begin < end) visit(ByteRun{static_cast<std::int64_t>(begin), end - begin, 0, 1});
  };
  // The first piece that ends after the beginning of the span, and the last one that begins before its end.
  std::uint64_t low = 0;
  if (span.first >= first + run.length) low = (span.first - first - run.length) / stride + 1;
  const std::uint64_t high = std::min(run.count - 1, (span.end - 1 - first) / stride);
  if (low > high) return;
  piece(low);
  if (high - low >= 2)
    visit(ByteRun{run.offset + static_cast<std::int64_t>((low + 1) * stride), run.length,
                  high - low == 2 ? 0 : run.stride, high - low - 1});
  if (high > low) piece(high);
}

template <class Visit>
void Windows::translate(int rank, const ByteRun &run, const Views &views, Visit visit) {
  std::uint64_t next = 0;
  for (const View &view : views) {
    forEachWithin(run, {next, view.here.first}, [&](const ByteRun &own) { visit(rank, own); });
    forEachWithin(run, view.here, [&](ByteRun seen) {
      seen.offset += static_cast<std::int64_t>(view.beginning - view.here.first);
      visit(view.owner, seen);
    });
    next = view.here.end;
  }
  forEachWithin(run, {next, INT64_MAX}, [&](const ByteRun &own) { visit(rank, own); });
}

}  // namespace lockstep::engine
