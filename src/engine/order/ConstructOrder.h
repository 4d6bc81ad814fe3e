// The order of a process's calls that the program's constructs guarantee: fork, join, barrier, taskwait, dependences,
// flags, lock hand-over, and program order of one thread.
//
// ThreadOrder.h gives the order of this run, for memory accesses. Rules about threads need less: two `single nowait`
// that the same thread happened to execute are ordered there. Here the body of each single, section, loop chunk and
// task is a strand of its own. A body is ordered after the last point that all threads of its team have passed (the
// beginning of the region, a barrier) and after what its thread has received from others since, but not after what the
// thread itself did since; it is ordered before the team's next barrier. So the verdict depends neither on which thread
// executed what, nor on what overlapped.
//
// Messages order as well: what a thread does after receiving from others that knew of a call is ordered after that
// call.
//
// Kept with and without the order by locks. Calls ordered only by a lock could have come in the opposite order.
//
// Uses vector clocks over the strands of one process. A strand is reused by a body that begins after its end. If there
// are too many strands, a body joins its thread's strand, which may hide an error but never causes one. When a region
// ends and there are no other threads, all earlier events are ordered before all later ones: a new age begins.
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

  /// The position of a thread in this order.
  struct Point {
    static constexpr unsigned kNone = ~0U;
    unsigned strand = kNone;  // kNone: there are no other threads yet
    Tick tick = 0;
    Locks locks;              // held locks, ascending; null: none
    std::uint64_t body = 0;   // the single, section, chunk or task that it executes, 0: the thread's own code
    bool isParallel = false;  // inside a region of several threads
    bool isKnown = false;     // the start of the thread was recorded
  };

  void apply(trace::ThreadEvent event, std::uint64_t object, unsigned thread);
  /// The current point of the thread.
  Point at(unsigned thread) const;
  /// Whether the point is ordered before the thread's present.
  bool isBefore(const Point &point, unsigned thread) const;
  /// The same without order by locks.
  bool isBeforeWithoutLocks(const Point &point, unsigned thread) const;
  /// Whether the same lock is held at both.
  bool haveCommonLock(const Point &a, const Point &b) const;
  /// Points of an earlier age are ordered before everything that comes.
  std::uint64_t age() const { return age_; }
  /// Flags of the program may order what is unordered here.
  bool isBlind() const { return isBlind_; }
  /// The thread initializes MPI: it exists from the beginning.
  void initialize(unsigned thread);
  /// Whether the thread is in code that always runs on the thread that initialized MPI: its own code, not a body that
  /// any thread may execute.
  bool isOfInitializer(unsigned thread) const;
  /// The thread has received messages that carry knowledge of these events.
  void hear(unsigned thread, std::span<const Stamp> messages);
  /// Whether the thread's present is ordered after the event by a message that it, or a predecessor in this order, has
  /// received.
  bool hasHeard(unsigned thread, const Moment &moment, const Order &order) const;

 private:
  using Ticks = std::vector<Tick>;
  struct Clock {
    Ticks all;
    Ticks withoutLocks;
    Stamps heard;  // events known from the last messages
  };
  struct Strand {                    // a thread's own code, or a body
    unsigned number = Point::kNone;  // kNone: shares the strand below it
    Clock clock;
    Clock common;  // the last point that all threads of its team have passed, and what it has received since
    std::vector<std::uint64_t> locks;
    mutable Locks shared;  // the same, for points; null: out of date
    std::uint64_t body = 0;
    bool isParallel = false;
    bool hasEnded = false;
  };
  struct Object {
    Clock clock;
    Clock arrived;  // at a barrier whose round is still open
    std::set<unsigned> arrivedThreads;
    std::set<unsigned> leaving;      // have not left the closed round yet
    bool isParallel = false;         // fork of a region
    bool isLock = false;             // was released by its holder
    bool isShared = false;           // had two holders at once
    unsigned holder = Point::kNone;  // thread
  };
  struct Thread {
    std::vector<Strand> stack;  // own code, and the regions and bodies nested in it; the last is the current one
    std::uint64_t task = 0;     // executed instead, 0: none
    Clock ended;                // bodies and tasks that it has executed since its last arrival
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
  std::vector<Tick> ticks_;     // by strand, the current one
  std::vector<unsigned> free_;  // strands that have ended
  std::uint64_t age_ = 0;
  std::uint64_t bodies_ = 0;
  bool hasPlainThreads_ = false;  // threads that are no members of regions
  bool isBlind_ = false;
  unsigned initializer_ = 0;
  std::uint64_t initializedIn_ = 0;  // the body of the initialization
};

}  // namespace lockstep::engine
