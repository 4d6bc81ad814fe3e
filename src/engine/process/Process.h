// A process of the job: its rank once known, the calls in progress on its threads, and how it ended.
//
// Its events are processed in program order. What concerns only the process and the matching of collectives is updated
// as soon as they arrive; the ordered part (clocks, rules) waits in `queue` until it is enabled.
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
#include "engine/calls/RepeatedCalls.h"
#include "engine/calls/Requests.h"
#include "engine/memory/KnownMemory.h"
#include "engine/objects/ProcessInfo.h"
#include "engine/order/ConstructOrder.h"
#include "engine/order/ThreadOrder.h"
#include "engine/process/Event.h"
#include "report/Finding.h"
#include "trace/RecordView.h"

namespace lockstep::engine {

/// A call in progress on a thread.
struct ActiveCall {
  CallPtr call;
  std::optional<Participation> own;  // in the collective, if the call is one
  Transfers transfers;               // of the call itself
  Operations operations;             // of the requests passed to it, null if there is none
};

/// Data of a thread that has arrived.
struct ThreadIntake {
  ArrayArguments arrays;             // of the next Enter or Leave
  std::vector<trace::Value> values;  // of the next Enter or Leave
  std::vector<KnownMemory> memory;   // of the next Enter
  FailurePtr failure;                // of the next Leave
  MisplacedPtr misplaced;            // of the next Leave
  std::uint64_t operation = 0;       // user-defined reduction that makes the next accesses, as in trace::Callback
  std::vector<ActiveCall> open;      // calls in progress, innermost last; callbacks nest
  bool hasCalledMpi = false;
};

/// Consecutive records are often of one thread, so the last one is cached.
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

class Process : public ProcessInfo {
 public:
  MemoryLayouts layouts;
  RepeatedCalls repeats;
  std::vector<Event> heldBack;  // until the rank is known

  // In order of arrival.
  ThreadIntakes intakes;
  Requests requests;
  std::unordered_map<std::int64_t, TransferPtr> matchedMessages;  // taken by matched probes, by handle
  CallPtr lastCall;
  std::uint64_t lastTime = 0;
  bool isInitialized = false;
  CallPtr finalizeCall;  // set once it has called MPI_Finalize
  bool finalized = false;
  bool hasOperations = false;     // user-defined reductions have made accesses
  bool isAtRest = false;          // no thread can run but those inside calls
  std::uint64_t stirs = 0;        // number of the last time that a thread became runnable
  bool isOfAnotherWorld = false;  // was spawned: has no rank in this world
  std::optional<End> signal;      // may have ended it; a later call of the thread disproves that
  unsigned signalledThread = 0;
  FailurePtr givenUp;  // the error for which the library ends the process
  std::optional<End> end;

  // In event order.
  std::deque<Event> queue;
  bool isReady = false;       // in the schedule's work list
  TransferStartPtr waitsFor;  // of the first event in its queue; null: waits for nothing, or for something else
  bool isOver = false;        // finalizes or has ended: no collective may wait for it
  ThreadOrder threads;
  ConstructOrder constructs;
  ActiveCalls inside;

  /// The innermost call in progress on the first thread that has one, or null.
  const ActiveCall *openCall() const;
  /// The innermost call in progress on every thread that has one.
  std::vector<const ActiveCall *> openCalls() const;
  /// Whether only the thread inside a call could do what others wait for.
  bool isAlone() const { return mpiThreads <= 1 && !(hasManyThreads && hasOtherThreads); }
  void noteThreads(trace::ThreadEvent event, std::uint64_t object);
  /// Calls no more collectives. During MPI_Finalize, attribute callbacks may still call some.
  bool isGone() const { return finalized || end.has_value(); }
  bool isFinalizing() const { return finalizeCall != nullptr; }
  /// Place of the signal that ended it, if known.
  std::optional<report::Site> siteOfSignal() const;
};

}  // namespace lockstep::engine
