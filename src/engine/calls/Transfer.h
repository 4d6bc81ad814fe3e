// One side of a point-to-point message: something that was sent, a receive that was posted, or a look at what there is.
//
// The two sides of a message know each other only through their starts, which outlive them: what the other side's call
// says, and when it was.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <absl/container/inlined_vector.h>

#include "engine/calls/Call.h"
#include "engine/objects/Communicators.h"
#include "engine/order/Clock.h"
#include "engine/support/Ref.h"

namespace lockstep::engine {

struct Mailbox;

/// Of a partitioned send: which parts may leave.
struct Partitions {
  std::vector<bool> isReady;
  std::size_t missing = 0;  // that are not ready
};

struct TransferStart : Counted {
  CallPtr call;                            // that says what is transferred
  CallPtr by;                              // that started it: the same call, or the start of a persistent one
  Stamp stamp{};                           // tick 0 as long as it is not ordered
  Moment received{};                       // of a send: when the receive of the message was complete
  int waiting = -1;                        // the rank that waits for it to be ordered, see Schedule.h; -1: none
  bool isFlexible = false;                 // a receive from any source
  std::unique_ptr<Partitions> partitions;  // of a partitioned send, else null
  // In the run in which nothing is buffered, see ZeroBufferReplay.h:
  bool isReached = false;
  int heldUp = -1;  // the rank that waits for it; -1: none, and others are noted elsewhere
  bool isOrdered() const { return stamp.tick != 0; }
};
using TransferStartPtr = Ref<TransferStart>;

struct Transfer : Counted {
  enum class Side : std::uint8_t { Send, Receive, Look };

  Side side = Side::Send;
  mpi::SendMode mode{};
  CommunicatorPtr communicator;
  bool isPartitioned = false;  // matches only its like
  int rank = -1;               // whose it is, in the world
  int peer = -1;               // in the world; -1: any
  std::int64_t tag = 0;        // or mpi::kAnyTag
  TransferStartPtr own;
  TransferStartPtr partner;     // null: not matched so far
  bool isTold = false;          // the rules have heard of the message
  bool takesAnySource = false;  // as it was posted
  bool takesAnyTag = false;
  Mailbox *mailbox = nullptr;  // of the receiver, once it is posted
  std::uint64_t number = 0;    // in the order of posting
  bool isClosed = false;       // its call has returned
  std::int64_t bytes = -1;     // of the message that a receive got, as its status tells; -1: not told
  // Where messages may have been sent before the first record:
  std::uint64_t closed = 0;  // when its call returned
  TransferStartPtr before;   // the send that the receive before it got
  bool isUnknown = false;    // it was cancelled, or what became of it cannot be told: it is matched with nothing

  bool isWild() const;
  bool accepts(int sender, std::int64_t sentTag) const;
  int sender() const { return side == Side::Send ? rank : peer; }
  int receiver() const { return side == Side::Send ? peer : rank; }
};
using TransferPtr = Ref<Transfer>;
using Transfers = absl::InlinedVector<TransferPtr, 2>;  // a call has one or two

}  // namespace lockstep::engine
