#include "runtime/calls/Wrapper.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "runtime/calls/CallRecord.h"
#include "runtime/calls/Statuses.h"
#include "runtime/calls/Values.h"
#include "runtime/handles/Define.h"
#include "runtime/plans/CallPlan.h"
#include "runtime/recorder/ErrorHandlers.h"
#include "runtime/recorder/Failures.h"
#include "runtime/recorder/ProcessEnd.h"
#include "runtime/recorder/Thread.h"
#include "runtime/threads/BlockedThreads.h"
#include "runtime/threads/OrderRecord.h"
#include "runtime/watch/MemoryRecord.h"

namespace lockstep::runtime {
namespace {

std::atomic<bool> gCanAsk{false};  // the library for the words of an error: MPI is initialized and not finalized

}  // namespace

CallFrame::CallFrame(mpi::Routine routine, std::uintptr_t returnAddress) : routine_(routine) {
  ThreadState *thread = thisThread();
  if (thread == nullptr) return;
  isUnused_ = std::exchange(thread->unusedBy, kUsed) == static_cast<std::uint64_t>(routine);
  SiteEntry *caller = &thread->sites.find(*thread, returnAddress);
  if (caller->insideMpi) {
    if (thread->depth > 0) return;
    const std::uintptr_t behind = callerBehindMpi();
    if (behind == 0) return;
    caller_.copies = caller->copies;
    caller = &thread->sites.find(*thread, behind);
  }
  caller_.site = caller->site;
  caller_.stack = thread->stacks.find(*thread, *caller);
  thread_ = thread;
  ++thread_->depth;
}

CallFrame::~CallFrame() {
  if (thread_ == nullptr) return;
  if (isOpen_) {
    if (thread_->depth == 1) stirFrom(*thread_);
    writeAbandoned(*thread_, routine_);
  }
  --thread_->depth;
  if (statuses_ != nullptr && statuses_ != &status_) thread_->statuses.giveBack();
}

void CallFrame::replaceStatuses(std::size_t count) {
  if (count == 0) return;
  statuses_ = count == 1 ? &status_ : static_cast<MPI_Status *>(thread_->statuses.take(count * sizeof(MPI_Status)));
  if (statuses_ != nullptr) std::for_each_n(statuses_, count, makeEmpty);
}

void CallFrame::enter(const std::int64_t *raw) {
  const Busy busy(*thread_);
  const CallPlan &plan = callPlan(routine_);
  if (plan.status >= 0) replaceStatuses(ignoredStatuses(plan, raw));
  isRepeat_ = plan.found >= 0 && thread_->polls.repeats(*thread_, routine_, caller_.site, raw);
  if (isWatching() || awaitsValues()) inFlight_ = beforeCall(routine_, raw);
  if (isRepeat_) return;
  publishAccesses(*thread_);
  if (tHasLeftOut) [[unlikely]]
    writeLeftOut(*thread_);
  if (plan.values.concerns) writeGivenValues(*thread_, routine_, raw);
  if (areSeveral()) [[unlikely]]
    writeRequestVariables(*thread_, routine_, raw);
  if (isWatching()) writeMemory(*thread_, routine_, raw, caller_.site);
  writeEnter(*thread_, routine_, raw, raw, caller_);
  isOpen_ = true;
  if (plan.changesWindow) forgetWindowMemory(routine_, raw);
  if (mpi::info(routine_).effect == mpi::Effect::Finalize) gCanAsk.store(false, std::memory_order_relaxed);
  if (plan.changesHandles) change_ = beforeChange(routine_, raw);
  if (routine_ == mpi::Routine::Free_mem) thread_->isFreeing = true;
  if (thread_->depth == 1) restInside(*thread_, routine_);
}

void CallFrame::leave(const std::int64_t *raw, std::int64_t code) {
  const Busy busy(*thread_);
  const CallPlan &plan = callPlan(routine_);
  isOpen_ = false;
  if (routine_ == mpi::Routine::Free_mem) thread_->isFreeing = false;
  if (thread_->depth == 1) stirFrom(*thread_);
  if (inFlight_ && inFlight_->concerns) afterCall(routine_, raw, *inFlight_, code == 0);
  if (isRepeat_ && thread_->polls.fold(routine_, raw)) return;
  publishAccesses(*thread_);
  if (isRepeat_ && tHasLeftOut) writeLeftOut(*thread_);
  if (isRepeat_) writeEnter(*thread_, routine_, raw, thread_->polls.before(), caller_);
  if (code == 0 && bringsWorld(routine_)) {
    defineWorld(*thread_, routine_, raw);
    gCanAsk.store(true, std::memory_order_relaxed);
    if (mpi::info(routine_).effect == mpi::Effect::Init) watchErrors();
    watchSignals();
    watchExit();
  }
  if (plan.changesHandles) afterChange(*thread_, routine_, raw, change_, code == 0);
  if (code == 0 && plan.changesWindow) noteWindowMemory(routine_, raw);
  if (plan.values.concerns)
    writeFetchedValues(*thread_, routine_, raw, inFlight_ ? inFlight_->handles : std::vector<std::int64_t>(),
                       code == 0);
  if (code != 0 && gCanAsk.load(std::memory_order_relaxed))
    writeFailure(*thread_, static_cast<int>(code), false, isUnused_);
  trace::Leave *record = writeLeave(*thread_, routine_, raw, statuses_, code);
  if (code == 0 && bringsWorld(routine_)) gProcess.isDefining.store(false, std::memory_order_relaxed);
  if (plan.found >= 0) thread_->polls.remember(*thread_, routine_, caller_.site, raw, record);
}

}  // namespace lockstep::runtime
