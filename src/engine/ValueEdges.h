// Order by values: who has read a value that only one can have written comes after what that one had completed.
//
// Per word of memory, what atomic operations (the accumulate family, compare-and-swap) wrote there and with which
// values. When a fetch is complete, its value may tell whose writes it has seen:
//   a value that was set            the one operation that set it; none if several could have
//   a counter                       all increments if they add up to the value; where the increments are in order,
//   those
//                                   that do. Tickets and arrivals are counters
// The reader's next events come after the writers' calls. A value may have been read from an operation that itself read
// another's: its order is handed on.
//
// A word that is only changed from a free to a taken value by compare-and-swap, and back by whoever took it, is a lock
// of the program's own. It gives no order, since who comes first is chance, but it excludes: accesses that begin and
// end while it is taken never meet those of another holder.
//
// Atomic accesses of the program's own, on memory that several processes share, are easier: they release and acquire by
// themselves, so a load comes after every store of its value that can have been the last one. That is more order than
// there was where several have stored the same value, but it makes every lock that is built of them one.
//
// What is not recorded is not known: a word is taken to hold 0 at first. Plain loads and stores never count.
//
// A reader can be fed before the writer. What it saw was called before it returned, so it waits until all others of its
// node have been handled up to that time (Schedule.h). Times of other nodes cannot be compared; there the order in
// which records come has to do.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "engine/Call.h"
#include "engine/LockWord.h"
#include "engine/Order.h"
#include "engine/RmaOperation.h"
#include "engine/Windows.h"

namespace lockstep::engine {

class ValueEdges {
  static constexpr std::size_t kMostWrites = 256;  // that are kept one by one
  static constexpr std::size_t kMostWords = 1U << 16;

 public:
  ValueEdges(const Order &order, const Windows &windows) : order_(order), windows_(windows) {}

  /// The call is made; `call.values` is what its buffers held.
  void enter(const Call &call, const Stamp &now);
  /// The call has returned at that time and fetched these values: adds the events that it must have heard of.
  void leave(const Call &call, std::span<const trace::Value> fetched, std::uint64_t time, std::vector<Stamp> &heard);
  void forget(const Process &process);
  /// Some of them come from words that others may have changed atomically.
  bool awaits(const Process &process, std::span<const trace::Value> fetched) const;

  // Atomic accesses of the program's own.
  void store(const Process &process, const trace::Value &stored, const Stamp &now);
  /// The events that a load of the value must have heard of.
  std::vector<Stamp> load(const Process &process, const trace::Value &loaded, const Stamp &now) const;
  /// It is known who has stored the value that is loaded, or that nobody has.
  bool isKnown(const Process &process, const trace::Value &loaded, const Stamp &now) const;

  /// The call gave a lock of the program's own back.
  bool givesLock(const Call &call) const { return lastGiving_ == &call; }
  /// The locks of the program's own that the process holds.
  std::span<const LockWordPtr> heldBy(const Process &process) const;

 private:
  struct Write {
    enum class How : std::uint8_t { Set, Add, Swap, Other };
    How how{};
    bool isExchange = false;  // reads what it replaces
    const Process *process = nullptr;
    Stamp stamp;
    std::uint64_t time = 0;            // of the call
    std::uint64_t value = 0;           // set, or added
    std::uint64_t compared = 0;        // of a swap
    std::optional<std::uint64_t> old;  // what it replaced, once that is known
    std::vector<Stamp> heard;          // the order that it hands on
    bool hasFailed() const { return how == How::Swap && old && *old != compared; }
    /// What the word held afterwards, as far as that is known.
    std::optional<std::uint64_t> result() const;
  };
  using WritePtr = std::shared_ptr<Write>;

  struct Place {
    int owner = -1;
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    friend auto operator<=>(const Place &, const Place &) = default;
  };
  struct Word {
    std::vector<WritePtr> writes;                   // in the order in which they were handled
    std::size_t foldAt = kMostWrites;               // so many writes are too many
    std::map<const Process *, std::uint64_t> seen;  // what processes have read last, unless they wrote since
    LockWordPtr lock;
  };
  struct Fetch {
    Place place;
    WritePtr write;  // null: it only reads
    Stamp begun;
  };

  std::optional<Place> placeOf(const RmaOperation &operation) const;
  std::optional<Place> placeOf(const Process &process, const trace::Value &value) const;
  WritePtr writeOf(const Call &call, const RmaOperation &operation, const Stamp &now) const;
  void fetch(const Process &process, const Fetch &fetch, std::uint64_t value, std::uint64_t time,
             std::vector<Stamp> &heard);
  std::vector<WritePtr> seenBy(const Word &word, const Fetch &fetch, std::uint64_t value, std::uint64_t time) const;
  std::vector<WritePtr> settersOf(const Word &word, const Fetch &fetch, std::uint64_t value, std::uint64_t time) const;
  std::vector<WritePtr> onlySetter(const Word &word, const Fetch &fetch, std::uint64_t value, std::uint64_t time) const;
  std::vector<WritePtr> countedBy(std::vector<WritePtr> adds, std::uint64_t base, std::uint64_t value,
                                  std::uint32_t bytes) const;
  bool isReplaced(const Word &word, const Write *write, const Fetch &fetch) const;
  bool isBefore(const Write &a, const Write &b) const { return order_.before(a.stamp, b.stamp); }
  void note(const Call &call, const Place &place, const WritePtr &write);
  void append(Word &word, const WritePtr &write);
  void sweep();
  void fold(Word &word);
  void take(Word &word, const Write &swap);
  void give(Word &word, const Call &call);

  const Order &order_;
  const Windows &windows_;
  std::map<Place, Word> words_;
  std::size_t nextSweep_ = kMostWords;
  std::unordered_map<const Process *, std::unordered_map<std::uint64_t, Fetch>> fetches_;  // by address of the result
  std::unordered_map<const Process *, std::vector<LockWordPtr>> held_;
  const Call *lastGiving_ = nullptr;
};

}  // namespace lockstep::engine
