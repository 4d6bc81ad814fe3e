// Order between the threads of one process: what a fork, a release or an arrival at a barrier hands over through its
// object, and the begin, join, acquire or departure on the same object receives.
//
// The events of a process come in their real order. Releases and ends of several threads add up: several post to one
// semaphore, several count down one atomic; who holds a lock has received what came before it anyway. A barrier
// is used again before its slowest thread has left it: the first to leave closes the round, and whoever was in it
// leaves that round, whatever has arrived for the next one meanwhile.
//
// An explicit task has a strand of its own. A strand is used again by a task that is created after the end of the one
// before was known to its creator: to both, the other is as much in order as if it were the same. So as many strands
// are needed as tasks are without order; where these are too many, a task goes on in its thread's strand, which may
// hide a race and never makes one. The end of a task is known to all who meet the thread that ran it at its next
// barrier.
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
  /// That what the thread does now belongs to: its own, or that of the task that it runs.
  Strand strandOf(int rank, unsigned thread, Order &order) const;
  void apply(trace::ThreadEvent event, std::uint64_t object, int rank, unsigned thread, Order &order);

 private:
  struct Object {
    std::vector<Stamp> handedOver;
    std::vector<Stamp> arrived;  // at a barrier whose round is not closed
    std::vector<Stamp> ended;    // tasks that those who have arrived there have run
    std::set<Strand> leaving;    // have yet to leave the closed round
  };
  struct Task {
    std::uint64_t object = 0;
    Strand strand{};
  };
  static constexpr unsigned kFirstTask = 1U << 31;  // numbers of strands beyond those of threads
  static constexpr unsigned kMostTasks = 128;

  void switchTo(std::uint64_t task, int rank, unsigned thread, Order &order);
  std::optional<Strand> takeStrand(const Object &created, int rank, Order &order);
  void end(std::uint64_t object, Strand strand, unsigned thread, Order &order);
  std::vector<Stamp> takeEnded(unsigned thread);

  std::unordered_map<std::uint64_t, Object> objects_;
  std::unordered_map<std::uint64_t, Strand> tasks_;  // with a strand of their own, by object
  std::set<std::uint64_t> withoutStrand_;            // the others
  std::map<unsigned, Task> running_;                 // that a thread runs, if it has a strand of its own
  std::vector<Moment> free_;                         // the last moments of strands whose tasks have ended
  unsigned taskStrands_ = 0;
  std::map<unsigned, std::vector<Stamp>> ended_;  // tasks that a thread has run since it last arrived anywhere
};

}  // namespace lockstep::engine
