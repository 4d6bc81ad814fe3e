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

#include "engine/calls/ActiveCalls.h"
#include "engine/calls/Call.h"
#include "engine/calls/Exposure.h"
#include "engine/calls/RepeatedCalls.h"
#include "engine/calls/Requests.h"
#include "engine/objects/SiteTable.h"
#include "engine/objects/Types.h"
#include "engine/objects/Windows.h"
#include "engine/order/ConstructOrder.h"
#include "engine/order/ThreadOrder.h"
#include "engine/process/Event.h"
#include "report/Finding.h"
#include "trace/RecordView.h"

namespace lockstep::engine {

/// The neighbors of a process on a communicator with a topology, in the order of neighborhood collectives.
struct NeighborLists {
  std::vector<std::int64_t> sources;
  std::vector<std::int64_t> destinations;
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
  /// Some of its calls may be out of order with others.
  bool hasThreads() const { return hasOtherThreads || mpiThreads > 1; }
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
