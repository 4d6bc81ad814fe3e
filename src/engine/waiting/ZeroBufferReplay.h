// The run as it would have been if the library had buffered nothing: a send waits for its receive, and every collective
// for all its members. Where this run comes to a standstill and the real one did not, only buffering in the library
// avoided the deadlock.
//
// The matches are those of the real run. Each process has the steps of its calls in a queue: to reach the start of
// something, or to wait until the other side has been reached. A completion that was polled for (test, iprobe) does not
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

/// Ranks that wait for each other, each in the call that it would be inside.
struct PotentialDeadlock {
  std::vector<CallPtr> calls;  // by rank, ascending
};

class ZeroBufferReplay {
 public:
  using Sink = std::function<void(const PotentialDeadlock &)>;

  explicit ZeroBufferReplay(Sink report) : report_(std::move(report)) {}

  /// Events of a process with a rank, after they were matched. What a call waits for is taken from its event. A process
  /// with several threads in MPI never waits: another thread may go on.
  void enter(int rank, const Event::Enter &event);
  void leave(int rank, Event::Leave &event, bool canWait);
  /// The receive or look has a partner now, or it is known that it will have none.
  void matched(const Transfer &receive);
  /// Reports where ranks wait for each other, and lets them pass.
  void settle();

 private:
  struct Step {
    CallPtr call;                                     // null: nothing is waited for
    absl::InlinedVector<TransferStartPtr, 2> starts;  // that are reached
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
  std::deque<int> ready_;                                                  // whose front step may pass now
  std::unordered_map<const void *, absl::InlinedVector<int, 1>> blocked_;  // by what they wait for
  std::size_t queued_ = 0;
  std::size_t nextLook_ = kPatience;

  static constexpr std::size_t kPatience = 4096;  // steps that queue up before somebody looks why
};

}  // namespace lockstep::engine
