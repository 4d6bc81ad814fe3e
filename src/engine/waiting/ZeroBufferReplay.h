// Replays the run as if the library buffered nothing: a send waits for its receive, and every collective for all its
// members. If the replay deadlocks and the run did not, only buffering in the library avoided the deadlock.
//
// The matches are those of the real run. Each process has a queue of the steps of its calls: to reach the start of
// something, or to wait until the other side has been reached. A completion found by polling (test, iprobe) does not
// wait, since the process could have gone on polling.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

#include <absl/container/inlined_vector.h>

#include "engine/process/Process.h"

namespace lockstep::engine {

/// Ranks that wait for each other, each in the call that it would be in.
struct PotentialDeadlock {
  std::vector<CallPtr> calls;  // by ascending rank
};

class ZeroBufferReplay {
 public:
  using Sink = std::function<void(const PotentialDeadlock &)>;

  explicit ZeroBufferReplay(Sink report) : report_(std::move(report)) {}

  /// Events of a process with a rank, after matching. What a call waits for is taken from its event. A process that
  /// uses MPI in several threads never waits: another thread may go on.
  void enter(int rank, const Event::Enter &event);
  void leave(int rank, Event::Leave &event, bool canWait);
  /// The receive or probe has a partner now, or is known to have none.
  void matched(const Transfer &receive);
  /// Reports the ranks that wait for each other, and lets them pass.
  void settle();

 private:
  struct Step {
    CallPtr call;                                     // null: waits for nothing
    absl::InlinedVector<TransferStartPtr, 2> starts;  // reached by this step
    std::vector<Participation> arrivals;
    Waits waits;
    bool needsAll = true;
  };
  using Queue = std::deque<Step>;

  void queued(int rank);
  static bool canPass(const Waits &waits, bool needsAll);
  void run();
  void pass(int rank);
  void block(int rank, const Step &step);
  void await(int rank, TransferStart &start);
  void await(int rank, const void *what);
  Queue &queueOf(int rank);
  void wake(TransferStart &start);
  void wake(const void *what);
  void reach(TransferStart &start);
  void reach(const Participation &part);
  std::vector<int> findStandstill() const;

  Sink report_;
  std::vector<Queue> queues_;                                              // by rank
  std::deque<int> ready_;                                                  // whose first step may pass now
  std::unordered_map<const void *, absl::InlinedVector<int, 1>> blocked_;  // by what they wait for
  std::size_t queued_ = 0;
  std::size_t nextLook_ = kPatience;

  static constexpr std::size_t kPatience = 4096;  // steps queued before the reason is examined
};

}  // namespace lockstep::engine
