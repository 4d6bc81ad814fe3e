// Order by values: reading a value that only one strand can have written orders the reader after what that strand
// completed before.
//
// The candidates are the writes called before the reader's call returned. So a reader waits until the other processes
// of its node have reached that time (Schedule.h), and the resulting order depends on the records only, not on their
// interleaving. Writers never wait: writes are stored with their time, and count for readers with a later time. Times
// of different nodes are not comparable; there the order of arrival is used.
//
// For every word of memory, the atomic operations (accumulate family, compare-and-swap, atomic accesses of the program)
// on it are stored with their values. The value read may identify the writes that it shows:
//   a counter            all increments if they add up to it; if they are ordered, those that do
//   any other            the one operation after which the word had this value; none if several qualify. Excluded are
//                        values overwritten before the reader began, and values replaced by another exchange
// The reader's next events are ordered after the writers' calls. An exchange passes on what it has received.
//
// A word that compare-and-swap changes from a free to a taken value, and only the taker changes back, is a user-level
// lock. It orders nothing, since who is first is nondeterministic, but it excludes: accesses that begin and end in
// one critical section never overlap those of another.
//
// Accumulates of several elements write several words. Puts and gets under an exclusive lock on their target count as
// atomic operations, since nobody else has access meanwhile.
//
// Plain loads never count. Plain stores and other puts count only if they are ordered with the reader: they start a new
// history of the word. The values that they wrote, and the initial value of a word, are inferred from the first reader
// whose value has no other source.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "engine/calls/Call.h"
#include "engine/calls/RmaOperation.h"
#include "engine/objects/Windows.h"
#include "engine/order/Order.h"
#include "engine/process/Event.h"
#include "engine/values/UserLocks.h"
#include "engine/values/WordSources.h"
#include "trace/AccessRuns.h"

namespace lockstep::engine {

class ValueEdges {
 public:
  ValueEdges(const Order &order, const Windows &windows) : order_(order), windows_(windows) {}

  // Calls.
  /// `call.values` are the contents of its buffers.
  void enter(const Call &call, const Stamp &now);
  /// The call has returned at this time and fetched these values: adds the events that it must have received.
  void leave(const Call &call, std::span<const trace::Value> fetched, std::uint64_t time, Stamps &heard);
  /// Whether some of the values read by the event come from words that others may have changed.
  bool awaits(const ProcessInfo &process, const Event::Leave &event) const;
  bool awaits(const ProcessInfo &process, const Event::Atomic &event) const;

  // Accesses of the program itself.
  void store(const ProcessInfo &process, const trace::Value &stored, const Stamp &now);
  /// Adds the events that the load must have received.
  void load(const ProcessInfo &process, const trace::Value &loaded, const Stamp &now, Stamps &heard);
  /// Plain accesses, of which only stores count.
  void overwrite(const ProcessInfo &process, const trace::Access &access, const Stamp &now) {
    if (!words_.empty() && access.access == trace::AccessKind::Store) overwriteWords(process, access, now);
  }
  void overwrite(const ProcessInfo &process, const trace::AccessBits &accesses, const Stamp &now) {
    if (words_.empty() || accesses.access != trace::AccessKind::Store) return;
    trace::forEachAccess(accesses, [&](const trace::Access &access) { overwriteWords(process, access, now); });
  }

  void forget(const ProcessInfo &process);
  /// The memory has new contents.
  void forget(int owner, Span memory);

  /// Whether the strand has read a value showing the other strand's write to the word that contains these bytes: the
  /// write is complete there.
  bool hasSeen(int owner, Span bytes, const Moment &write, Strand reader) const;

  /// Whether the process has read words of a window that the library has misplaced: order by their values may be
  /// missing.
  bool isMisledBefore(const ProcessInfo &process, const Moment &moment) const;

  /// Whether the call released a user-level lock.
  bool givesLock(const Call &call) const { return locks_.givesLock(call); }
  /// The critical sections that the process is in.
  std::span<const CriticalSectionPtr> heldBy(const ProcessInfo &process) const { return locks_.heldBy(process); }

 private:
  struct Place {
    int owner = -1;
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    friend auto operator<=>(const Place &, const Place &) = default;
  };
  /// Adjacent words.
  struct Places {
    Place first;
    std::uint32_t count = 1;
    Place at(std::uint32_t index) const {
      return {first.owner, first.address + std::uint64_t{index} * first.bytes, first.bytes};
    }
  };
  struct Fetch {
    Place place;
    WordRead read;
    CallPtr unplaced{};       // the call, until its target has reported where its memory is
    std::uint32_t index = 0;  // of the word among those of the call
  };
  /// A write to a target that has not reported yet where its memory is.
  struct Unplaced {
    CallPtr call;
    WordWrites writes;
  };
  static constexpr std::size_t kMostWords = 1U << 16;

  /// None if the target has not reported yet. A place without bytes: the operation is not on words.
  std::optional<Places> placesOf(const Call &call) const;
  std::optional<Place> placeOf(const ProcessInfo &process, const trace::Value &value) const;
  void overwriteWords(const ProcessInfo &process, const trace::Access &access, const Stamp &now);
  WordWritePtr writeOf(const Call &call, const RmaOperation &operation, const Stamp &now, std::uint32_t index) const;
  void noteLock(const Call &call);
  bool isExclusive(const Call &call) const;
  WordHistory &wordAt(const Place &place, const ProcessInfo &process);
  void write(const Call &call, const Place &place, const WordWritePtr &write);
  void placeAll();
  void sweep();

  void fetch(const ProcessInfo &process, Fetch fetch, std::uint64_t value, std::uint64_t time, Stamps &heard);
  void see(WordHistory &word, Strand reader, const WordWrites &sources) const;

  const Order &order_;
  const Windows &windows_;
  std::map<Place, WordHistory> words_;
  std::vector<Unplaced> unplaced_;
  std::size_t nextSweep_ = kMostWords;
  std::unordered_map<const ProcessInfo *, std::unordered_map<std::uint64_t, Fetch>>
      fetches_;                                                    // by address of the result
  std::unordered_map<const ProcessInfo *, WordWritePtr> updates_;  // last update by the program
  UserLocks locks_;
  std::map<std::pair<const ProcessInfo *, const Window *>, Moment> firstFetches_;
  std::set<std::tuple<const ProcessInfo *, std::int64_t, std::int64_t>>
      exclusive_;  // windows and targets with an exclusive lock
};

}  // namespace lockstep::engine
