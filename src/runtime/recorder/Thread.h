// The recorder's state per process and per thread: where records go and in which order.
//
// A thread gets its stream at its first recorded call. The sequence number that is taken when a record is committed
// orders the records of all threads; it is the only thing that threads share on the path of a call.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/accesses/Accesses.h"
#include "runtime/accesses/Atomics.h"
#include "runtime/calls/PollFold.h"
#include "runtime/calls/Scratch.h"
#include "runtime/sites/SiteCache.h"
#include "runtime/sites/Stacks.h"
#include "runtime/threads/OrderFold.h"
#include "runtime/watch/MemoryRecord.h"
#include "trace/Definitions.h"
#include "trace/file/Writer.h"

namespace lockstep::runtime {

struct ThreadState;

struct ProcessState {
  int directory = -1;  // of the run
  trace::StreamId stream{};
  trace::WriterOptions options{};
  bool isLimited = false;               // old records may be dropped: definitions go to separate streams
  std::atomic<bool> isDefining{false};  // until the rank of the process is known, all records count as definitions
  std::atomic<std::uint64_t> sequence{0};
  std::atomic<std::uint32_t> threads{0};
  std::atomic<bool> off{false};  // in a forked child, and after the last record of the process
};

/// What the calling thread has begun (see OrderRecord.h) without a record since, 0: nothing.
extern constinit thread_local std::uint64_t tBegun __attribute__((tls_model("initial-exec")));
void writeBegin(ThreadState &thread);

extern ProcessState gProcess;

/// The result of the next call may be used.
inline constexpr std::uint64_t kUsed = UINT64_MAX;

struct ThreadState {
  trace::StreamWriter writer;
  trace::StreamWriter definitions;      // if they have separate streams
  trace::StreamWriter *next = nullptr;  // where the reserved record goes
  std::uint32_t number = 0;
  unsigned depth = 0;  // of recorded calls in progress in this thread
  SiteCache sites;
  StackCache stacks;
  PollFold polls;
  OrderFold order;
  std::uint64_t committed = 0;  // records
  Scratch statuses;
  ToldMemory toldMemory;
  ShortArrays shortArrays;
  OpenSegment segment;
  std::uintptr_t operation = 0;  // the user-defined operation that the library has called, see UserOps.h
  AtomicOrder atomics;
  std::uint64_t unusedBy = kUsed;   // the routine whose result the program is about to throw away
  std::atomic<bool> isBusy{false};  // see Busy
  bool isDefining = false;          // the call that is recorded is a definition, see trace/Definitions.h
  bool isInTask = false;            // records belong to a task, not to the thread
  bool isAtRest = false;            // inside a call, see BlockedThreads.h
  bool isActor = false;
  bool isFreeing = false;  // inside the call that gives memory of the program back
  bool isStranger = false;

  template <class T>
  T *reserve(std::size_t extraBytes = 0) {
    if (tBegun != 0) [[unlikely]]
      writeBegin(*this);
    next = &writer;
    if (gProcess.isLimited &&
        (trace::isDefinition(trace::kKindOf<T>) || isDefining || gProcess.isDefining.load(std::memory_order_relaxed)))
      next = openDefinitions();
    return next->template reserve<T>(extraBytes);
  }
  trace::StreamWriter *openDefinitions();
  /// No more will come.
  void close() {
    writer.close();
    definitions.close();
  }
  void commit();
};

/// The recorder is at work in this thread: an access by a signal handler or a callback meanwhile must not write
/// records between the others. True for the first one.
class Busy {
 public:
  explicit Busy(ThreadState &thread) : thread_(thread), isFirst_(!thread.isBusy.load(std::memory_order_relaxed)) {
    thread_.isBusy.store(true, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  ~Busy() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (isFirst_) thread_.isBusy.store(false, std::memory_order_relaxed);
  }
  Busy(const Busy &) = delete;
  Busy &operator=(const Busy &) = delete;
  explicit operator bool() const { return isFirst_; }

 private:
  ThreadState &thread_;
  bool isFirst_;
};

extern constinit thread_local ThreadState *tThread __attribute__((tls_model("initial-exec")));

inline void ThreadState::commit() {
  next->commit(gProcess.sequence.fetch_add(1, std::memory_order_relaxed));
  ++committed;
}

/// Makes the state of the calling thread; nullptr when recording is off.
ThreadState *makeThread();

inline ThreadState *thisThread() { return tThread != nullptr ? tThread : makeThread(); }

/// Opens the run directory, the tool's or that of a trace of our own, and prepares for fork and thread exit. False:
/// recording stays off.
bool openProcess();

/// Nanoseconds, CLOCK_MONOTONIC.
std::uint64_t now();

}  // namespace lockstep::runtime
