// Matches the collective calls of the ranks.
//
// MPI matches collectives by order alone: the i-th collective calls of all members on a communicator are the same
// collective. Such a set of calls is a slot. Calls on a window or file have an order of their own, so each window and
// file is a sequence of slots like a communicator.
//
// A slot is settled once every member has arrived or never will (it has finalized or ended). Then it is judged as a
// whole, so that the verdict does not depend on the order of arrival, and removed from the sequence; members still
// inside it keep it alive. Slots that never settle are judged at the end of the run.
//
// If the members disagree, the sequence is in doubt until the next calls of every member are known, or until no more
// can come (Alignment.h). Then the sequence is out of step, and later slots are not judged.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/calls/Call.h"
#include "engine/calls/Exchange.h"
#include "engine/matching/Alignment.h"
#include "engine/objects/Communicators.h"
#include "engine/process/Process.h"
#include "engine/support/Ref.h"

namespace lockstep::engine {

/// The process of a world rank; null if it is not known yet.
using ProcessOf = std::function<const Process *(int rank)>;

/// Identifies a sequence.
struct SequenceId {
  enum class Owner : std::uint8_t { Comm, Window, File } owner = Owner::Comm;
  std::uint64_t id = 0;
  friend auto operator<=>(const SequenceId &, const SequenceId &) = default;
};

class Slot {
 public:
  Slot(SequenceId sequence, CommunicatorPtr comm)
      : sequence_(sequence), comm_(std::move(comm)), calls_(comm_->size()), next_(comm_->size()) {}

  SequenceId sequence() const { return sequence_; }
  const Communicator &comm() const { return *comm_; }
  /// By position; null for a member that has not arrived.
  const std::vector<CallPtr> &calls() const { return calls_; }
  const Call *callOf(unsigned position) const { return calls_[position].get(); }
  /// The call of the first member that has arrived; there always is one.
  const Call &firstCall() const;
  bool isFull() const { return arrived_ == calls_.size(); }
  /// All members that have arrived called it from the same place in the program.
  bool isAtOnePlace() const { return isAtOnePlace_; }

  void arrive(unsigned position, CallPtr call);
  /// The member starts its next exchange: blocking and nonblocking calls have one, persistent ones one per start.
  Ref<Exchange> start(unsigned position);
  /// Every member has arrived or never will. Members outside the world leave no records and are not waited for.
  bool isSettled(const ProcessOf &processOf);

  /// Whether a member may wait for data here; set once the slot is full and does not change any more. See Waiting.cpp.
  mutable std::optional<bool> mayHang;

 private:
  SequenceId sequence_;
  CommunicatorPtr comm_;
  std::vector<CallPtr> calls_;
  std::size_t arrived_ = 0;
  std::uint64_t place_ = 0;  // of the first arrival
  bool isAtOnePlace_ = true;
  unsigned settled_ = 0;                 // the members before this position have arrived or never will
  std::deque<Ref<Exchange>> exchanges_;  // exchanges that some member has not started yet
  std::uint64_t firstExchange_ = 0;      // number of exchanges_.front()
  std::vector<std::uint64_t> next_;      // by position: the number of the member's next exchange
};

/// The communicator, window or file of the slot: "the communicator of ranks 0-2", "a window of …", "a file of …"
std::string describeOwner(const Slot &slot);

/// The members disagree on the first slot of a sequence.
struct Doubt {
  std::set<unsigned> lacking;  // positions of members that have made too few calls and may make more
  std::uint64_t since = 0;     // 0: no time is known yet
  std::uint64_t lastCame = 0;  // when a member last arrived in the sequence; 0: likewise
};

class CollectiveJudge {
 public:
  virtual ~CollectiveJudge() = default;
  /// False: the members disagree. decide() follows, now or later.
  virtual bool isInOrder(const Slot &) = 0;
  /// Whether they agree; has no side effects.
  virtual bool isFaultless(const Slot &) = 0;
  /// The members disagree on the slot. The words are their calls from this slot on, preceded by those since all were
  /// last at one place; if these are too many, the earlier calls come separately and first.
  virtual void decide(const Slot &, const std::vector<std::vector<Word>> &) = 0;
};

class Collectives {
 public:
  Collectives(Communicators &communicators, ProcessOf processOf, CollectiveJudge &judge)
      : communicators_(communicators), processOf_(std::move(processOf)), judge_(judge) {}

  /// Adds the rank's call to its sequence. None if the call is no collective, or its communicator is unknown.
  std::optional<Participation> arrive(const CallPtr &call);
  /// Defines a window; the call that created it may be unknown.
  void define(const trace::Window &record);
  /// Starts a sequence for the window or file that the call created, among the members of the communicator.
  void made(const Call &call, const Result &result);
  /// The process calls no more collectives: settles slots that lacked only this process.
  void gone(int rank);
  /// The current time (nanoseconds of some clock): decides on sequences in doubt whose members make no progress.
  void passed(std::uint64_t time);
  /// Judges slots that never settled.
  void finish();

 private:
  using Slots = std::deque<std::shared_ptr<Slot>>;
  struct Sequence {
    CommunicatorPtr comm;
    Slots slots;
    std::uint64_t first = 0;          // number of slots.front()
    std::vector<std::uint64_t> next;  // by position: the number of the member's next slot
    Slots recent;                     // a few slots before slots.front(), since all members were last at one place
    bool isRecentCut = false;         // there were more
    std::optional<Doubt> doubt;
    bool isOutOfStep = false;
  };
  static constexpr std::size_t kWindow = 4;      // number of calls of each member that decide
  static constexpr std::size_t kMostRecent = 8;  // slots

  std::optional<SequenceId> sequenceOf(const Call &call) const;
  CommunicatorPtr commOf(SequenceId id) const;
  Sequence *find(SequenceId id);
  void settle(SequenceId id, Sequence &sequence);
  bool isInOrder(Sequence &sequence, const std::shared_ptr<Slot> &slot);
  bool isInStepAgain(const Sequence &sequence) const;
  void beginDoubt(Sequence &sequence);
  bool hasEnough(const Sequence &sequence, unsigned position) const {
    return sequence.next[position] >= sequence.first + kWindow;
  }
  bool isStandingStill(const Sequence &sequence) const;
  Word wordOf(const Sequence &sequence, unsigned position, bool hasRecent, bool hasNext) const;
  std::vector<Word> wordsOf(const Sequence &sequence, bool hasRecent, bool hasNext) const;
  void decide(Sequence &sequence);
  void forgetFreed(SequenceId id);

  Communicators &communicators_;
  ProcessOf processOf_;
  CollectiveJudge &judge_;
  std::size_t doubts_ = 0;  // number of sequences in doubt
  std::map<SequenceId, Sequence> sequences_;
  std::map<SequenceId, CommunicatorPtr> madeOn_;  // windows and files
};

}  // namespace lockstep::engine
