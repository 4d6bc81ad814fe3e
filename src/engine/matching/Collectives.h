// Which collective call of one rank belongs to which of the others.
//
// MPI matches collectives by order alone: the i-th collective call of every member on a communicator is the same
// collective. Such a set of calls is a slot. Calls on a window or a file have an order of their own, so each of them is
// a sequence of slots like a communicator.
//
// A slot is settled once every member has come to it or will never come (it finalizes or has ended). Then it is judged
// as a whole, so that the verdict does not depend on who was first, and the sequence forgets it; whoever is still
// inside it keeps it alive. Slots that never settle are judged when the run is over.
//
// Where the members disagree, the sequence is in doubt: what happened shows when the next calls of every member are
// known, or when nobody comes any more (Alignment.h). Then the sequence is out of step, and what follows in it is not
// judged.
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

/// Looks up who a world rank is; null while its process is not known.
using ProcessOf = std::function<const Process *(int rank)>;

/// What the calls of a sequence have in common.
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
  /// By position; null for a member that has not come.
  const std::vector<CallPtr> &calls() const { return calls_; }
  const Call *callOf(unsigned position) const { return calls_[position].get(); }
  /// Of the first member that has come; there is always one.
  const Call &firstCall() const;
  bool isFull() const { return arrived_ == calls_.size(); }
  /// All that have come have called it from one place in the program.
  bool isAtOnePlace() const { return isAtOnePlace_; }

  void arrive(unsigned position, CallPtr call);
  /// The member starts its next exchange: blocking and nonblocking calls have one, persistent ones one per start.
  Ref<Exchange> start(unsigned position);
  /// Every member has come or will never come. One outside the world leaves no records: it is not waited for.
  bool isSettled(const ProcessOf &processOf);

  /// Whether data may wait for somebody; once it is full, which is when nothing of it changes any more. See
  /// Waiting.cpp.
  mutable std::optional<bool> mayHang;

 private:
  SequenceId sequence_;
  CommunicatorPtr comm_;
  std::vector<CallPtr> calls_;
  std::size_t arrived_ = 0;
  std::uint64_t place_ = 0;  // of the first that came
  bool isAtOnePlace_ = true;
  unsigned settled_ = 0;                 // the members before this position have come or will never come
  std::deque<Ref<Exchange>> exchanges_;  // those that some member has yet to start
  std::uint64_t firstExchange_ = 0;      // number of exchanges_.front()
  std::vector<std::uint64_t> next_;      // by position: the number of its next exchange
};

/// What the calls of the slot are made on: "the communicator of ranks 0-2", "a window of …", "a file of …"
std::string describeOwner(const Slot &slot);

/// The members disagree on the first slot of a sequence.
struct Doubt {
  std::set<unsigned> lacking;  // positions of members that have not come to enough calls and may still
  std::uint64_t since = 0;     // 0: nobody has told the time yet
  std::uint64_t lastCame = 0;  // when a member has come to the sequence last, likewise
};

class CollectiveJudge {
 public:
  virtual ~CollectiveJudge() = default;
  /// False: the members disagree. decide() follows, now or later.
  virtual bool isInOrder(const Slot &) = 0;
  /// Whether they agree, without any consequence.
  virtual bool isFaultless(const Slot &) = 0;
  /// The members disagree on the slot. Their calls from that slot on, and those before it since all were last at one
  /// place; apart, and the earlier ones first, where there are too many between them.
  virtual void decide(const Slot &, const std::vector<std::vector<Word>> &) = 0;
};

class Collectives {
 public:
  Collectives(Communicators &communicators, ProcessOf processOf, CollectiveJudge &judge)
      : communicators_(communicators), processOf_(std::move(processOf)), judge_(judge) {}

  /// The rank's call takes its place in the sequence that it belongs to. None for calls that are no collectives or
  /// whose communicator is not known.
  std::optional<Participation> arrive(const CallPtr &call);
  /// A window, of which it may not be known which call made it.
  void define(const trace::Window &record);
  /// What the call made: a window or a file, whose calls form a sequence among the members of the communicator.
  void made(const Call &call, const Result &result);
  /// The process will come to no other collective: settles what only it was missing in.
  void gone(int rank);
  /// It is this late (nanoseconds of some clock): decides about sequences in doubt whose members stand still.
  void passed(std::uint64_t time);
  /// Judges what never settled.
  void finish();

 private:
  using Slots = std::deque<std::shared_ptr<Slot>>;
  struct Sequence {
    CommunicatorPtr comm;
    Slots slots;
    std::uint64_t first = 0;          // number of slots.front()
    std::vector<std::uint64_t> next;  // by position: the number of the slot that the member comes to next
    Slots recent;                     // the first few before slots.front() since all members were at one place
    bool isRecentCut = false;         // there were more
    std::optional<Doubt> doubt;
    bool isOutOfStep = false;
  };
  static constexpr std::size_t kWindow = 4;      // so many calls of each member decide
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
  std::size_t doubts_ = 0;  // sequences in doubt
  std::map<SequenceId, Sequence> sequences_;
  std::map<SequenceId, CommunicatorPtr> madeOn_;  // windows and files
};

}  // namespace lockstep::engine
