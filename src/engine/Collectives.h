// Which collective call of one rank belongs to which of the others.
//
// MPI matches collectives by order alone: the i-th collective call of every member on a communicator is the same
// collective. Such a set of calls is a slot. Calls on a window or a file have an order of their own, so each of them is
// a sequence of slots like a communicator.
//
// A slot is settled once every member has come to it or will never come (it finalizes or has ended). Then it is judged
// as a whole, so that the verdict does not depend on who was first, and the sequence forgets it; whoever is still
// inside it keeps it alive. Slots that never settle are judged when the run is over.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/Call.h"
#include "engine/Communicators.h"
#include "engine/Exchange.h"
#include "engine/Process.h"
#include "engine/Ref.h"

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

  void arrive(unsigned position, CallPtr call);
  /// The member starts its next exchange: blocking and nonblocking calls have one, persistent ones one per start.
  Ref<Exchange> start(unsigned position);
  /// Every member has come or will never come. One outside the world leaves no records: it is not waited for.
  bool isSettled(const ProcessOf &processOf);

 private:
  SequenceId sequence_;
  CommunicatorPtr comm_;
  std::vector<CallPtr> calls_;
  std::size_t arrived_ = 0;
  unsigned settled_ = 0;                 // the members before this position have come or will never come
  std::deque<Ref<Exchange>> exchanges_;  // those that some member has yet to start
  std::uint64_t firstExchange_ = 0;      // number of exchanges_.front()
  std::vector<std::uint64_t> next_;      // by position: the number of its next exchange
};

/// What the calls of the slot are made on: "the communicator of ranks 0-2", "a window of …", "a file of …"
std::string describeOwner(const Slot &slot);

using SlotSink = std::function<void(const Slot &)>;

class Collectives {
 public:
  Collectives(Communicators &communicators, ProcessOf processOf)
      : communicators_(communicators), processOf_(std::move(processOf)) {}

  /// The rank's call takes its place in the sequence that it belongs to. None for calls that are no collectives or
  /// whose communicator is not known.
  std::optional<Participation> arrive(const CallPtr &call, const SlotSink &judge);
  /// A window, of which it may not be known which call made it.
  void define(const trace::Window &record);
  /// What the call made: a window or a file, whose calls form a sequence among the members of the communicator.
  void made(const Call &call, const Result &result);
  /// The process will come to no other collective: settles what only it was missing in.
  void gone(int rank, const SlotSink &judge);
  /// Judges what never settled.
  void finish(const SlotSink &judge);

 private:
  struct Sequence {
    CommunicatorPtr comm;
    std::deque<std::shared_ptr<Slot>> slots;
    std::uint64_t first = 0;          // number of slots.front()
    std::vector<std::uint64_t> next;  // by position: the number of the slot that the member comes to next
  };

  std::optional<SequenceId> sequenceOf(const Call &call) const;
  CommunicatorPtr commOf(SequenceId id) const;
  Sequence *find(SequenceId id);
  void settle(SequenceId id, Sequence &sequence, const SlotSink &judge);
  void forgetFreed(SequenceId id);

  Communicators &communicators_;
  ProcessOf processOf_;
  std::map<SequenceId, Sequence> sequences_;
  std::map<SequenceId, CommunicatorPtr> madeOn_;  // windows and files
};

}  // namespace lockstep::engine
