// One side of a point-to-point message: a send, a posted receive, or a probe.
//
// The two sides of a message refer to each other only through their starts, which outlive them and hold the other
// side's call and time.
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

/// The parts of a partitioned send that are ready.
struct Partitions {
  std::vector<bool> isReady;
  std::size_t missing = 0;  // number of parts that are not ready
};

struct TransferStart : Counted {
  CallPtr call;                            // defines the transferred data
  CallPtr by;                              // started it: the same call, or the start of a persistent one
  Stamp stamp{};                           // tick 0 until it is ordered
  Moment received{};                       // of a send: completion of the matching receive
  int waiting = -1;                        // the rank that waits until it is ordered, see Schedule.h; -1: none
  bool isFlexible = false;                 // a receive from any source
  std::unique_ptr<Partitions> partitions;  // of a partitioned send, else null
  // For the zero-buffer replay, see ZeroBufferReplay.h:
  bool isReached = false;
  int heldUp = -1;  // the rank that waits for it; -1: none; further ranks are stored elsewhere
  bool isOrdered() const { return stamp.tick != 0; }
};
using TransferStartPtr = Ref<TransferStart>;

struct Transfer : Counted {
  enum class Side : std::uint8_t { Send, Receive, Look };

  Side side = Side::Send;
  mpi::SendMode mode{};
  CommunicatorPtr communicator;
  bool isPartitioned = false;  // matches only partitioned transfers
  int rank = -1;               // world rank of the caller
  int peer = -1;               // world rank; -1: any
  std::int64_t tag = 0;        // or mpi::kAnyTag
  TransferStartPtr own;
  TransferStartPtr partner;     // null: not matched yet
  bool isTold = false;          // the message was dispatched to the rules
  bool takesAnySource = false;  // as posted
  bool takesAnyTag = false;
  Mailbox *mailbox = nullptr;  // of the receiver, once posted
  std::uint64_t number = 0;    // in posting order
  bool isClosed = false;       // its call has returned
  std::int64_t bytes = -1;     // length of the received message, from the status; -1: unknown
  // If messages may have been sent before the first record:
  std::uint64_t closed = 0;  // time when its call returned
  TransferStartPtr before;   // the send matched with the previous receive
  bool isUnknown = false;    // cancelled or otherwise unresolved: it never matches

  bool isWild() const;
  bool accepts(int sender, std::int64_t sentTag) const;
  int sender() const { return side == Side::Send ? rank : peer; }
  int receiver() const { return side == Side::Send ? peer : rank; }
};
using TransferPtr = Ref<Transfer>;
using Transfers = absl::InlinedVector<TransferPtr, 2>;  // a call has one or two

}  // namespace lockstep::engine
