// Drops redundant thread-order events: most locks are taken again by the thread that
// released them last.
//
// An acquire from oneself orders nothing. A release hands over what the thread knows and has done; when it was the last
// to release the same object, and has since neither recorded anything nor received from anybody, that is handed over
// already.
//
// Who released an object last is one word of a table, written before the object is let go and read by the next who
// holds it. Objects that share a slot only push each other out.
//
// The body of a single, a section or a chunk of a loop could have been run by another thread, so what is left out in
// one must come from the same one. And the locks held at an MPI call must be known: acquires that were left out are
// made up for before the call is recorded.
#pragma once

#include <cstddef>
#include <cstdint>

#include "trace/Record.h"

namespace lockstep::runtime {

class OrderFold {
 public:
  /// A task: what its thread has released does not count as its own.
  static constexpr std::uint32_t kNobody = ~0U;

  /// An acquire of what the calling thread released last.
  bool isFromItself(trace::ThreadEvent event, std::uint64_t object, std::uint32_t thread);
  /// A release that repeats the last one. `committed` counts the records of the calling thread.
  bool isKnown(trace::ThreadEvent event, std::uint64_t object, std::uint32_t thread, std::uint64_t committed);
  /// The event was recorded.
  void remember(trace::ThreadEvent event, std::uint64_t object, std::uint32_t thread, std::uint64_t committed);

  /// A body begins or ends.
  void changeBody() { ++body_; }
  /// The locks that the thread holds although that was left out. They are told now.
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
  std::uint64_t learned_ = 0;    // grows with all that a release has to hand over
  std::uint64_t body_ = 0;
  Released released_[kReleased];
  std::uint64_t leftOut_[kMostLeftOut] = {};
  std::size_t leftOutCount_ = 0;
};

}  // namespace lockstep::runtime
