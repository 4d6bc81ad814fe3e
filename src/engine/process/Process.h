// A process of the job: its rank once it has one, the calls its threads are inside, and how it ended.
//
// Its events are kept in the order of the process. What concerns only the process and the matching of collectives is
// taken from them as soon as they arrive; the ordered part (clocks, rules) waits in `queue` until it is enabled.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include <absl/container/inlined_vector.h>

#include "engine/calls/ActiveCalls.h"
#include "engine/calls/Call.h"
#include "engine/calls/Exchange.h"
#include "engine/calls/Exposure.h"
#include "engine/calls/RepeatedCalls.h"
#include "engine/calls/Requests.h"
#include "engine/objects/SiteTable.h"
#include "engine/objects/Types.h"
#include "engine/objects/Windows.h"
#include "engine/order/ConstructOrder.h"
#include "engine/order/ThreadOrder.h"
#include "engine/support/LazyVector.h"
#include "report/Finding.h"
#include "trace/RecordView.h"

namespace lockstep::engine {

/// How a process ended.
struct End {
  enum class How : std::uint8_t { Exit, Signal, Vanished };
  How how = How::Exit;
  int code = 0;  // exit status or signal number
  std::uint64_t time = 0;
  std::uint32_t site = 0;  // where a signal struck, 0: not known
};

/// The neighbors of a process on a communicator with a topology, in the order of neighborhood collectives.
struct NeighborLists {
  std::vector<std::int64_t> sources;
  std::vector<std::int64_t> destinations;
};

/// Something odd that a call did with a request.
struct RequestNote {
  enum class What : std::uint8_t {
    Misuse,
    FreedActive,     // misuse or not
    FreedUnstarted,  // no misuse yet: see RequestLife.cpp
    NotPersistent,   // it was to be started
    Gone,            // the handle stood for an operation once, and for none now
    NeverMade        // no call has returned the handle
  };
  What what{};
  CallPtr call;
  OperationPtr operation{};  // null for a handle that stands for none
  std::optional<semantics::PlacedVerdict<CallPtr>> misuse{};
  std::optional<GoneRequest> gone{};  // that a stale handle stood for
};

/// What an operation, or a call by itself, waits for.
struct PendingWork {
  Transfers transfers;
  Participation collective;  // without an exchange: none
};

/// What a call had to wait for.
struct Waits {
  Transfers transfers;            // its own sides of messages
  LazyVector<PendingWork> works;  // the operations that it was given, or the collective that it is
  bool isEmpty() const { return transfers.empty() && works.empty(); }
};

/// One event of a process, as it waits for its turn.
struct Event {
  enum class What : std::uint8_t { Initialized, Enter, Leave, Thread, Accesses, Freed, Released, End };
  What what = What::Enter;
  unsigned thread = 0;
  CallPtr call;            // of an Enter; of a Leave once it is matched, else null
  mpi::Routine routine{};  // of a Leave
  Result result;           // of a Leave
  trace::ThreadEvent threadEvent{};
  std::uint64_t object = 0;  // of a thread event
  End end;
  LazyVector<Participation> starts;       // collectives that this Enter is the member's arrival at
  LazyVector<Participation> completions;  // collectives that are complete for the member with this Leave
  Transfers posts;                        // sides of messages that the event starts: an Enter, or a poll that found one
  Transfers received;                     // that this Leave completes and that depend on the other side
  Waits waits;                            // of the call of this Leave
  LazyVector<RequestNote> notes;          // what is odd about the requests that the call was given
  LazyVector<OperationPtr> started;       // persistent ones that the event starts: an Enter, or a poll that found one
  LazyVector<OperationPtr> completed;     // that this Leave completes
  LazyVector<trace::Value> values;  // that operations have fetched which this Leave completes, or of an atomic access
  LazyVector<trace::Access> accesses;        // of one thread, between two of its other events
  LazyVector<trace::AccessBits> accessBits;  // likewise
  std::uint64_t operation = 0;               // that makes the accesses
  Span freed;                                // memory, also of a Released
  Release release;                           // how, and where
};

/// A call that a thread is inside.
struct ActiveCall {
  CallPtr call;
  std::optional<Participation> own;  // in the collective that the call is
  Transfers transfers;               // the sides of messages that the call itself has
  Operations operations;             // of the requests that it was given, null where there is none
};

/// What has arrived of a thread.
struct ThreadIntake {
  ArrayArguments arrays;             // of the Enter or Leave to come
  std::vector<trace::Value> values;  // likewise
  std::vector<KnownMemory> memory;   // of the Enter to come
  FailurePtr failure;                // of the Leave to come
  MisplacedPtr misplaced;            // likewise
  std::uint64_t operation = 0;       // that makes the accesses to come, as trace::Callback
  std::vector<ActiveCall> open;      // the calls that it is inside, innermost last; callbacks nest
  bool hasCalledMpi = false;
};

/// Records come in turns of one thread, which is found at once.
class ThreadIntakes {
 public:
  ThreadIntake &of(unsigned thread) {
    if (last_ == nullptr || last_->first != thread) last_ = &*threads_.try_emplace(thread).first;
    return last_->second;
  }
  auto begin() const { return threads_.begin(); }
  auto end() const { return threads_.end(); }

 private:
  std::map<unsigned, ThreadIntake> threads_;
  std::pair<const unsigned, ThreadIntake> *last_ = nullptr;
};

class Process {
 public:
  trace::ProcessKey key;
  std::size_t number = 0;  // in the order in which the processes appear
  int rank = -1;
  SiteTable sites;
  Types types;
  MemoryLayouts layouts;
  std::unordered_map<std::uint64_t, NeighborLists> neighbors;  // by communicator
  Groups groups;
  RepeatedCalls repeats;
  std::vector<Event> heldBack;  // until the rank is known

  // As far as records have arrived.
  ThreadIntakes intakes;
  Requests requests;
  std::unordered_map<std::int64_t, TransferPtr> matchedMessages;  // taken by matched probes, by handle
  CallPtr lastCall;
  std::uint64_t lastTime = 0;
  bool isInitialized = false;
  CallPtr finalizeCall;  // once it has called finalize
  bool finalized = false;
  std::size_t mpiThreads = 0;          // that have called MPI
  std::uint16_t requestBytes = 0;      // size of a request handle
  std::uint32_t threadLevelAsked = 0;  // as numbered by MPI: 0 single, 1 funneled, 2 serialized, 3 multiple
  std::uint32_t threadLevelGranted = 0;
  bool hasManyThreads = false;    // was granted calls from several threads at once
  bool hasOtherThreads = false;   // of the program's own, or is about to
  bool hasOperations = false;     // of its own that have made accesses
  bool isAtRest = false;          // nothing in it acts but what is inside calls
  std::uint64_t stirs = 0;        // the number of the last time that something began to act again
  bool isOfAnotherWorld = false;  // was spawned: has no rank here
  std::optional<End> signal;      // one that may have ended it; a later call of its thread shows that it did not
  unsigned signalledThread = 0;
  FailurePtr givenUp;  // the error because of which the library ends it
  std::optional<End> end;

  // As far as events have been ordered.
  std::deque<Event> queue;
  bool isReady = false;       // the schedule is about to look at its queue
  TransferStartPtr waitsFor;  // the first of its queue does; null: for nothing, or for something else
  bool isOver = false;        // finalizes or has ended: no collective may wait for it
  ThreadOrder threads;
  ConstructOrder constructs;
  ActiveCalls inside;

  /// The innermost call of the first thread that is inside one, or null.
  const ActiveCall *openCall() const;
  /// The innermost call of every thread that is inside one.
  std::vector<const ActiveCall *> openCalls() const;
  /// Nobody but the thread that is inside a call could do what others wait for.
  bool isAlone() const { return mpiThreads <= 1 && !(hasManyThreads && hasOtherThreads); }
  void noteThreads(trace::ThreadEvent event, std::uint64_t object);
  /// Comes to no other collective. While it finalizes, callbacks of attributes may still call some.
  bool isGone() const { return finalized || end.has_value(); }
  bool isFinalizing() const { return finalizeCall != nullptr; }
  report::Site siteOf(const Call &call, std::string label = {}) const;
  report::Site siteOf(const PlaceOfCall &call, std::string label) const;
  /// Where the signal struck that ended it, if that is known.
  std::optional<report::Site> siteOfSignal() const;
};

}  // namespace lockstep::engine
