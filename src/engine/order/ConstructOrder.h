// Which calls of a process the program itself puts in order: by fork, join, barrier, waiting for tasks, dependences,
// flags, locks that are handed over, and by being the code of one thread.
//
// ThreadOrder.h says what was ordered in this run, for accesses to memory. For rules about threads that is too much:
// two `single nowait` that one thread happened to run are in order there. Here the body of a single, a section, a chunk
// of a loop and a task is a strand of its own. A body begins behind the last point that all threads of its team have
// passed (the begin of the region, a barrier) and behind what its thread has received from others since, but not behind
// what the thread itself did since; the team's next barrier comes behind the body. So the verdict does not depend on
// which thread ran what, nor on what overlapped.
//
// Messages order as well: what a thread has received from others that knew of a call comes behind it.
//
// Kept with and without the order that locks make. What only a lock orders could as well have come the other way round.
//
// Vector clocks over the strands of one process. A strand is used again by what begins behind its end. Where there are
// too many, a body goes on in its thread's strand, which may hide an error and never makes one. When a region is over
// and there are no other threads, everything so far is in order with everything to come: a new age begins.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/order/Order.h"
#include "trace/Record.h"

namespace lockstep::engine {

class ConstructOrder {
 public:
  using Tick = std::uint32_t;
  using Locks = std::shared_ptr<const std::vector<std::uint64_t>>;

  /// What a thread does at some time.
  struct Point {
    static constexpr unsigned kNone = ~0U;
    unsigned strand = kNone;  // kNone: there are no other threads yet
    Tick tick = 0;
    Locks locks;              // held, in ascending order; null: none
    std::uint64_t body = 0;   // the single, section, chunk or task that it is in, 0: the thread's own code
    bool isParallel = false;  // inside a region of several threads
    bool isKnown = false;     // where the thread comes from was recorded
  };

  void apply(trace::ThreadEvent event, std::uint64_t object, unsigned thread);
  /// What the thread does now.
  Point at(unsigned thread) const;
  /// The thread's present comes behind it.
  bool isBefore(const Point &point, unsigned thread) const;
  /// Also if locks order nothing.
  bool isBeforeWithoutLocks(const Point &point, unsigned thread) const;
  /// Both hold one lock.
  bool haveCommonLock(const Point &a, const Point &b) const;
  /// What was kept of an earlier age is in order with all that comes.
  std::uint64_t age() const { return age_; }
  /// Flags of the program may order what is not in order here.
  bool isBlind() const { return isBlind_; }
  /// The thread initializes MPI: it is there from the beginning.
  void initialize(unsigned thread);
  /// What the thread does now is bound to the thread that initialized MPI: its own code, not a body that it happens to
  /// run.
  bool isOfInitializer(unsigned thread) const;
  /// The thread has received messages that tell it of these events.
  void hear(unsigned thread, std::span<const Stamp> messages);
  /// What the thread does now comes behind the event by a message that it, or one that it comes behind, has received.
  bool hasHeard(unsigned thread, const Moment &moment, const Order &order) const;

 private:
  using Ticks = std::vector<Tick>;
  struct Clock {
    Ticks all;
    Ticks withoutLocks;
    Stamps heard;  // what the last messages tell of
  };
  struct Strand {                    // a thread's own code, or a body
    unsigned number = Point::kNone;  // kNone: goes on in the one below
    Clock clock;
    Clock common;  // the last point that all threads of its team have passed, and what it has received since
    std::vector<std::uint64_t> locks;
    mutable Locks shared;  // the same, for points; null: has changed
    std::uint64_t body = 0;
    bool isParallel = false;
    bool hasEnded = false;
  };
  struct Object {
    Clock clock;
    Clock arrived;  // at a barrier whose round is not closed
    std::set<unsigned> arrivedThreads;
    std::set<unsigned> leaving;      // have yet to leave the closed round
    bool isParallel = false;         // of a fork
    bool isLock = false;             // was released by one who held it
    bool isShared = false;           // two held it at once
    unsigned holder = Point::kNone;  // thread
  };
  struct Thread {
    std::vector<Strand> stack;  // the thread's own, regions and bodies inside it; the last is the present one
    std::uint64_t task = 0;     // that it runs instead, 0: none
    Clock ended;                // bodies and tasks that it has run since it last arrived anywhere
    bool isKnown = false;
  };
  static constexpr unsigned kMostStrands = 128;
  static constexpr std::size_t kMostHeard = 8;

  Thread &threadOf(unsigned thread);
  const Strand *strandOf(unsigned thread) const;
  Strand &strandOf(unsigned thread);
  unsigned takeNumber(const Clock &begin);
  Strand makeStrand(const Clock &begin, bool isParallel, std::uint64_t body);
  const Clock &handOver(Strand &strand);
  void receive(Strand &strand, const Clock &clock);
  static void join(Clock &to, const Clock &from);
  static void hear(Clock &clock, const Stamp &message);
  static void dropEnded(Thread &thread);
  void switchTo(std::uint64_t task, Thread &thread);
  void begin(std::uint64_t object, bool isAlone, unsigned number);
  void end(std::uint64_t object, unsigned number);
  void endTask(std::uint64_t object, Thread &thread);
  void endBody(unsigned number);
  void finish(Strand &strand, Thread &thread);
  void acquire(std::uint64_t object, unsigned number);
  void release(trace::ThreadEvent event, std::uint64_t object, unsigned number);
  void arrive(std::uint64_t object, unsigned number);
  void depart(std::uint64_t object, unsigned number);
  void afterJoin(Thread &thread, unsigned number);

  std::vector<Thread> threads_;                      // by number
  std::unordered_map<std::uint64_t, Strand> tasks_;  // by object
  std::unordered_map<std::uint64_t, Object> objects_;
  std::vector<Tick> ticks_;     // by strand, of what it does now
  std::vector<unsigned> free_;  // strands that have ended
  std::uint64_t age_ = 0;
  std::uint64_t bodies_ = 0;
  bool hasPlainThreads_ = false;  // that are no members of regions
  bool isBlind_ = false;
  unsigned initializer_ = 0;
  std::uint64_t initializedIn_ = 0;  // body
};

}  // namespace lockstep::engine
