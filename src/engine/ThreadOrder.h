// Order between the threads of one process: what a fork, a release or an arrival at a barrier hands over through its
// object, and the begin, join, acquire or departure on the same object receives.
//
// The events of a process come in their real order. Releases and ends of several threads add up: several post to one
// semaphore, several count down one atomic; who holds a lock has received what came before it anyway. A barrier
// is used again before its slowest thread has left it: the first to leave closes the round, and whoever was in it
// leaves that round, whatever has arrived for the next one meanwhile.
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "engine/Order.h"
#include "trace/Record.h"

namespace lockstep::engine {

class ThreadOrder {
 public:
  void apply(trace::ThreadEvent event, std::uint64_t object, Strand strand, Order &order);

 private:
  struct Object {
    std::vector<Stamp> handedOver;
    std::vector<Stamp> arrived;  // at a barrier whose round is not closed
    std::set<Strand> leaving;    // have yet to leave the closed round
  };
  std::unordered_map<std::uint64_t, Object> objects_;
};

}  // namespace lockstep::engine
