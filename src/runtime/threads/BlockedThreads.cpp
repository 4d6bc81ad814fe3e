#include "runtime/threads/BlockedThreads.h"

#include <mpi.h>

#include <atomic>

#include "runtime/recorder/Thread.h"
#include "runtime/threads/OrderRecord.h"

namespace lockstep::runtime {
namespace {

RunnableThreads *gShared = nullptr;
bool (*gIsActor)() = nullptr;
std::atomic<bool> gMaySeveralCall{false};

bool isCounted() { return gMaySeveralCall.load(std::memory_order_relaxed) && gShared->areSeveral(); }

/// A thread whose creation was not observed: there may be more of them.
void meetStranger(ThreadState &thread) {
  thread.isStranger = true;
  if (const auto stirs = gShared->act(1)) writeActivity(thread, trace::ThreadEvent::Stir, *stirs);
}

bool isActor(ThreadState &thread) {
  if (thread.isActor || thread.isStranger) return thread.isActor;
  thread.isActor = gIsActor();
  if (!thread.isActor) meetStranger(thread);
  return thread.isActor;
}

}  // namespace

void countActors(RunnableThreads *actors, bool (*isActor)()) {
  gShared = actors;
  gIsActor = isActor;
}

void grantThreads(int level) { gMaySeveralCall.store(level >= MPI_THREAD_SERIALIZED, std::memory_order_relaxed); }

bool areSeveral() { return gShared != nullptr && gShared->areSeveral(); }

bool mayOthersAct() { return gShared->areSeveral() && gShared->mayOthersAct(); }

void restInside(ThreadState &thread, mpi::Routine routine) {
  if (!isCounted() || thread.isAtRest) return;
  if (mpi::info(routine).timing != mpi::Timing::Blocking || !isActor(thread)) return;
  thread.isAtRest = true;
  if (const auto stirs = gShared->rest(1)) writeActivity(thread, trace::ThreadEvent::Rest, *stirs);
}

void stirFrom(ThreadState &thread) {
  if (!thread.isAtRest) return;
  thread.isAtRest = false;
  if (const auto stirs = gShared->act(1)) writeActivity(thread, trace::ThreadEvent::Stir, *stirs);
}

}  // namespace lockstep::runtime
