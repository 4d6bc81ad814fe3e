// Order by values: who has read a value that only one can have written comes after what that one had completed.
//
// What may have been read is what was called before the reader's call returned. So a reader waits until the others of
// its node have come to that time (Schedule.h), and whatever it is told depends on the records only, not on the order
// in which they come. Writers never wait: what they write is kept by its time, and counts when a reader is at a later
// one. Times of different nodes cannot be compared; there the order in which records come has to do.
//
// Per word of memory, what atomic operations (the accumulate family, compare-and-swap, atomic accesses of the program's
// own) wrote there and with which values. The value that was read may tell whose writes it shows:
//   a counter            all increments if they add up to it; where they are in order, those that do
//   any other            the one operation after which the word held it; none if several could have been. What was
//                        overwritten before the reader began is out, and so is what another exchange has replaced
// The reader's next events come after the writers' calls. An exchange hands on what it has learned.
//
// A word that is only changed from a free to a taken value by compare-and-swap, and back by whoever took it, is a lock
// of the program's own. It gives no order, since who comes first is chance, but it excludes: accesses that begin and
// end during one critical section never meet those of another.
//
// Accumulates of several elements write as many words. Puts and gets under an exclusive lock on their target count like
// atomic operations: nobody else is there meanwhile.
//
// Plain loads never count. Plain stores and other puts only count where they are in order with the reader: they begin
// something new. What they wrote, and what a word held at first, is what the first reader says that reads nothing else;
// where it reads what somebody has written, it was something else.
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
#include "engine/order/UserLock.h"
#include "engine/process/Event.h"
#include "trace/AccessRuns.h"

namespace lockstep::engine {

class ValueEdges {
 public:
  ValueEdges(const Order &order, const Windows &windows) : order_(order), windows_(windows) {}

  // Calls.
  /// The call is made; `call.values` is what its buffers held.
  void enter(const Call &call, const Stamp &now);
  /// The call has returned at that time and fetched these values: adds the events that it must have heard of.
  void leave(const Call &call, std::span<const trace::Value> fetched, std::uint64_t time, Stamps &heard);
  /// Some of the values that the event has read come from words that others may have changed.
  bool awaits(const ProcessInfo &process, const Event::Leave &event) const;
  bool awaits(const ProcessInfo &process, const Event::Atomic &event) const;

  // Accesses of the program's own.
  void store(const ProcessInfo &process, const trace::Value &stored, const Stamp &now);
  /// Adds the events that the load must have heard of.
  void load(const ProcessInfo &process, const trace::Value &loaded, const Stamp &now, Stamps &heard);
  /// Plain ones: stores count.
  void overwrite(const ProcessInfo &process, const trace::Access &access, const Stamp &now) {
    if (!words_.empty() && access.access == trace::AccessKind::Store) overwriteWords(process, access, now);
  }
  void overwrite(const ProcessInfo &process, const trace::AccessBits &accesses, const Stamp &now) {
    if (words_.empty() || accesses.access != trace::AccessKind::Store) return;
    trace::forEachAccess(accesses, [&](const trace::Access &access) { overwriteWords(process, access, now); });
  }

  void forget(const ProcessInfo &process);
  /// The memory is no longer what it was.
  void forget(int owner, Span memory);

  /// The strand has read a value that shows what the other had written to the word, of which these are bytes: it is
  /// complete there.
  bool hasSeen(int owner, Span bytes, const Moment &write, Strand reader) const;

  /// The process has read words of a window that the library has misplaced: order by their values may be missing.
  bool isMisledBefore(const ProcessInfo &process, const Moment &moment) const;

  /// The call gave a lock of the program's own back.
  bool givesLock(const Call &call) const { return lastGiving_ == &call; }
  /// The critical sections that the process is in.
  std::span<const CriticalSectionPtr> heldBy(const ProcessInfo &process) const;

 private:
  struct Write {
    enum class How : std::uint8_t { Set, Add, Swap, Other };
    How how = How::Other;
    bool isReplaced = false;  // by an exchange that has read it
    bool hasGiven = false;    // a lock back
    bool isGuessed = false;   // the value is not known, but taken to be what the word held at first
    bool isAlone = false;     // an exclusive lock kept others away when it was called
    const ProcessInfo *process = nullptr;
    Stamp stamp;
    std::uint64_t time = 0;            // of the call
    std::uint64_t value = 0;           // set, or added
    std::uint64_t compared = 0;        // of a swap
    std::optional<std::uint64_t> old;  // what it replaced, once that is known
    bool hasFailed() const { return how == How::Swap && old && *old != compared; }
    /// A swap of which it is not known yet whether it has failed.
    bool isOpen() const { return how == How::Swap && !old; }
    /// Nothing of what was there before is left.
    bool overwrites() const { return how == How::Set || (how == How::Swap && old == compared); }
    /// What the word held afterwards, as far as that is known.
    std::optional<std::uint64_t> result() const;
  };
  using WritePtr = std::shared_ptr<Write>;
  using Writes = std::vector<WritePtr>;

  struct Place {
    int owner = -1;
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    friend auto operator<=>(const Place &, const Place &) = default;
  };
  /// Words side by side.
  struct Places {
    Place first;
    std::uint32_t count = 1;
    Place at(std::uint32_t index) const {
      return {first.owner, first.address + std::uint64_t{index} * first.bytes, first.bytes};
    }
  };
  struct Word {
    Writes pending;  // by time: not known to any reader yet
    Writes writes;   // by time
    Writes plain;    // stores and puts, as they came
    std::size_t foldAt = kMostWrites;
    std::uint64_t node = 0;        // whose times these are
    std::uint64_t first = 0;       // what it held at first
    bool isFirstKnown = false;     // a reader has told
    bool isFirstReplaced = false;  // by an exchange that has read it
    UserLockPtr lock;
    std::map<Strand, KnowledgePtr> seen;  // what reading strands know of the writes that they have seen
  };
  struct Fetch {
    Place place;
    WritePtr write;  // null: it only reads
    Stamp begun;
    bool isAccess = false;    // of the program's own
    CallPtr unplaced{};       // the call, as long as its target has not told where its memory is
    std::uint32_t index = 0;  // of the word among those of the call
  };
  /// A write to a target that has not told where its memory is.
  struct Unplaced {
    CallPtr call;
    Writes writes;
  };
  /// What was written before a fetch began, the last of every strand.
  struct Past {
    Writes sets;     // that left nothing of what was there before
    Writes changes;  // all of them
  };

  static constexpr std::size_t kMostWrites = 128;    // of a word, after which some are made one
  static constexpr std::size_t kMostPending = 4096;  // of a word; more count before their time has come
  static constexpr std::size_t kMostPlain = 16;
  static constexpr std::size_t kMostWords = 1U << 16;

  /// None where the target has not told yet. A place of no bytes: the operation is not on words.
  std::optional<Places> placesOf(const Call &call) const;
  std::optional<Place> placeOf(const ProcessInfo &process, const trace::Value &value) const;
  void overwriteWords(const ProcessInfo &process, const trace::Access &access, const Stamp &now);
  WritePtr writeOf(const Call &call, const RmaOperation &operation, const Stamp &now, std::uint32_t index) const;
  void noteLock(const Call &call);
  bool isExclusive(const Call &call) const;
  Word &wordAt(const Place &place, const ProcessInfo &process);
  void write(const Call &call, const Place &place, const WritePtr &write);
  void placeAll();
  void pend(Word &word, const WritePtr &write);
  void advance(Word &word, std::uint64_t time);
  void fold(Word &word) const;
  void sweep();

  void fetch(const ProcessInfo &process, const Fetch &fetch, std::uint64_t value, std::uint64_t time, Stamps &heard);
  void see(Word &word, Strand reader, const Writes &sources) const;
  Writes sourcesOf(Word &word, const Fetch &fetch, std::uint64_t value) const;
  Writes settersOf(Word &word, const Fetch &fetch, const Past &past, const Writes &from, std::uint64_t value) const;
  Writes countedBy(Writes adds, std::uint64_t base, std::uint64_t value, std::uint32_t bytes) const;
  Past pastOf(const Word &word, const Fetch &fetch) const;
  bool isBefore(const Write &a, const Write &b) const { return order_.before(a.stamp, b.stamp); }
  bool isBeforeOne(const Write &write, const Writes &later) const;

  // Locks of the program's own.
  void takeTurn(Word &word, const Write &swap);
  void releaseLock(const Call &call, const Word &word, const Write &write);
  static void watchTurn(Word &word, Write &write);
  static bool givesNoOrder(const Word &word, const Fetch &fetch, std::uint64_t value);

  const Order &order_;
  const Windows &windows_;
  std::map<Place, Word> words_;
  std::vector<Unplaced> unplaced_;
  std::size_t nextSweep_ = kMostWords;
  std::unordered_map<const ProcessInfo *, std::unordered_map<std::uint64_t, Fetch>>
      fetches_;                                                // by address of the result
  std::unordered_map<const ProcessInfo *, WritePtr> updates_;  // the last update of the program's own
  std::unordered_map<const ProcessInfo *, std::vector<CriticalSectionPtr>> held_;
  std::map<std::pair<const ProcessInfo *, const Window *>, Moment> firstFetches_;
  const Call *lastGiving_ = nullptr;
  std::set<std::tuple<const ProcessInfo *, std::int64_t, std::int64_t>>
      exclusive_;  // windows and targets that are locked
};

}  // namespace lockstep::engine
