// Drops redundant thread-order events: most locks are acquired by the thread that released them last.
//
// Acquiring what the same thread released orders nothing. A release passes on everything before it; if the thread was
// also the last to release the same object, and has since neither recorded nor acquired anything, that release is
// redundant.
//
// The last releaser of an object is one word of a table, written before the object is released and read by its next
// owner. Objects that share a slot only evict each other.
//
// The body of a single, a section or a loop chunk could have been run by another thread, so events are only dropped
// within the same one. And the locks held at an MPI call must be known: dropped acquires are written before the call is
// recorded.
#pragma once

#include <cstddef>
#include <cstdint>

#include "trace/Record.h"

namespace lockstep::runtime {

class OrderFold {
 public:
  /// A task: releases of its thread do not count as its own.
  static constexpr std::uint32_t kNobody = ~0U;

  /// Whether the thread acquires what it released last itself.
  bool isFromItself(trace::ThreadEvent event, std::uint64_t object, std::uint32_t thread);
  /// A release that repeats the last one. `committed` counts the records of the calling thread.
  bool isKnown(trace::ThreadEvent event, std::uint64_t object, std::uint32_t thread, std::uint64_t committed);
  /// The event was recorded.
  void remember(trace::ThreadEvent event, std::uint64_t object, std::uint32_t thread, std::uint64_t committed);

  /// A body begins or ends.
  void changeBody() { ++body_; }
  /// The locks held by the thread whose acquires were dropped. They are reported now.
  template <class Tell>
  void forEachLeftOut(Tell tell) {
    while (leftOutCount_ > 0) tell(leftOut_[--leftOutCount_]);
  }

 private:
  struct Released {
    std::uint64_t object = 0;
    std::uint64_t learned = 0;
    std::uint64_t body = 0;
  };
  static constexpr std::size_t kMostLeftOut = 8;
  static constexpr std::size_t kReleased = 256;

  std::uint64_t committed_ = 0;  // when the last event was recorded
  std::uint64_t learned_ = 0;    // incremented by everything that a release has to pass on
  std::uint64_t body_ = 0;
  Released released_[kReleased];
  std::uint64_t leftOut_[kMostLeftOut] = {};
  std::size_t leftOutCount_ = 0;
};

}  // namespace lockstep::runtime
