#include "runtime/calls/PollFold.h"

#include <algorithm>
#include <cstring>

#include "runtime/calls/CallRecord.h"
#include "runtime/plans/CallPlan.h"
#include "runtime/plans/RawBits.h"
#include "runtime/recorder/Thread.h"

namespace lockstep::runtime {
namespace {

bool foundNothing(mpi::Routine routine, const std::int64_t *raw) {
  const int argument = callPlan(routine).found;
  if (raw[argument] == 0) return false;
  int found = 0;
  memcpy(&found, reinterpret_cast<const void *>(raw[argument]), sizeof found);
  return found == 0;
}

}  // namespace

bool PollFold::repeats(const ThreadState &thread, mpi::Routine routine, std::uint32_t site, const std::int64_t *raw) {
  return leave_ != nullptr && thread.depth == 1 && after_ == thread.writer.position() && routine_ == routine &&
         site_ == site && std::equal(raw, raw + mpi::info(routine).arity, raw_) && keepHandles(routine, raw);
}

bool PollFold::keepHandles(mpi::Routine routine, const std::int64_t *raw) {
  const CallPlan &plan = callPlan(routine);
  std::copy_n(raw, plan.arity, before_);
  std::size_t used = 0;
  for (std::size_t i = 0; i < plan.arity; ++i) {
    const mpi::Capture capture = plan.arguments[i].capture;
    if (capture != mpi::Capture::HandleInOut && capture != mpi::Capture::HandleArrayInOut) continue;
    const std::size_t bytes = handleBytes(plan, raw, i);
    if (bytes > kHandleBytes - used) return false;
    memcpy(handles_ + used, reinterpret_cast<const void *>(raw[i]), bytes);
    before_[i] = rawBits(handles_ + used);
    used += bytes;
  }
  return true;
}

bool PollFold::fold(mpi::Routine routine, const std::int64_t *raw) const {
  if (!foundNothing(routine, raw)) return false;
  auto *repeats = &leave_->repeats;
  __atomic_store_n(repeats, *repeats + 1, __ATOMIC_RELAXED);
  return true;
}

void PollFold::remember(const ThreadState &thread, mpi::Routine routine, std::uint32_t site, const std::int64_t *raw,
                        trace::Leave *leave) {
  leave_ = nullptr;
  if (!foundNothing(routine, raw)) return;
  leave_ = leave;
  after_ = thread.writer.position();
  routine_ = routine;
  site_ = site;
  std::copy_n(raw, mpi::info(routine).arity, raw_);
}

}  // namespace lockstep::runtime
