// Happens-before between the threads of one process: a fork, release or barrier arrival sends through its object, and
// the begin, join, acquire or barrier departure on the same object receives.
//
// The events of a process come in their real order. Releases and ends of several threads accumulate: several threads
// post a semaphore or count down an atomic; the holder of a lock has received everything before it anyway. A barrier is
// reused before its slowest thread has left: the first thread to leave closes the round, and its members leave that
// round even if others have arrived for the next one.
//
// An explicit task has its own strand. A strand is reused by a task whose creator knew the end of the previous task:
// the two are ordered, so one strand suffices. So there are as many strands as there are unordered tasks; if these are
// too many, a task runs in its thread's strand, which may hide a race but never causes one. The end of a task is known
// to all who meet at the next barrier of the thread that executed it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "engine/order/Order.h"
#include "trace/Record.h"

namespace lockstep::engine {

class ThreadOrder {
 public:
  /// The current strand of the thread: its own, or that of the task that it executes.
  Strand strandOf(int rank, unsigned thread, Order &order) const;
  void apply(trace::ThreadEvent event, std::uint64_t object, int rank, unsigned thread, Order &order);

 private:
  struct Object {
    std::vector<Stamp> handedOver;
    std::vector<Stamp> arrived;  // at a barrier whose round is still open
    std::vector<Stamp> ended;    // tasks executed by those that have arrived
    std::set<Strand> leaving;    // have not left the closed round yet
  };
  struct Task {
    std::uint64_t object = 0;
    Strand strand{};
  };
  static constexpr unsigned kFirstTask = 1U << 31;  // strands from here on are tasks
  static constexpr unsigned kMostTasks = 128;

  void switchTo(std::uint64_t task, int rank, unsigned thread, Order &order);
  std::optional<Strand> takeStrand(const Object &created, int rank, Order &order);
  void end(std::uint64_t object, Strand strand, unsigned thread, Order &order);
  std::vector<Stamp> takeEnded(unsigned thread);

  std::unordered_map<std::uint64_t, Object> objects_;
  std::unordered_map<std::uint64_t, Strand> tasks_;  // tasks with their own strand, by object
  std::set<std::uint64_t> withoutStrand_;            // the other tasks
  std::map<unsigned, Task> running_;                 // executed by a thread, if it has its own strand
  std::vector<Moment> free_;                         // last events of the strands of ended tasks
  unsigned taskStrands_ = 0;
  std::map<unsigned, std::vector<Stamp>> ended_;  // tasks that a thread has executed since its last arrival
};

}  // namespace lockstep::engine
