#include "runtime/calls/Values.h"

#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <unordered_map>

#include "runtime/handles/HandleMap.h"
#include "runtime/handles/RequestHandles.h"
#include "runtime/plans/ArrayLength.h"
#include "runtime/plans/CallPlan.h"
#include "runtime/recorder/Thread.h"
#include "runtime/watch/BufferSpans.h"

namespace lockstep::runtime {
namespace {

using trace::ValueRole;

constexpr std::size_t kMostBytes = sizeof(trace::Value::value);
constexpr std::size_t kMostPending = 1024;  // per window: flags are not fetched by the thousand

/// A value that will be there when its operation is complete.
struct Fetch {
  Span span;
  std::int64_t target;
  std::uint32_t thread;
};

/// In storage that is never torn down: a thread may still communicate while the process exits.
struct State {
  SpinLock lock;
  std::unordered_map<std::int64_t, std::vector<Fetch>> windows;
  std::unordered_map<std::int64_t, Fetch> requests;
};

State &state() {
  static State *const known = new State;
  return *known;
}

std::atomic<std::size_t> gRequests{0};  // that bring a value

bool isValue(const Span &span) { return !span.isEmpty() && span.end - span.begin <= kMostBytes; }

void writeValue(ThreadState &thread, ValueRole role, const Span &span, const void *bytes) {
  auto *record = thread.reserve<trace::Value>();
  record->address = span.begin;
  record->bytes = static_cast<std::uint32_t>(span.end - span.begin);
  record->role = role;
  record->isUpdate = 0;
  record->time = 0;
  memset(record->reserved, 0, sizeof record->reserved);
  memset(record->value, 0, sizeof record->value);
  memcpy(record->value, bytes, span.end - span.begin);
  thread.commit();
}

/// The stack of another thread may be gone together with the thread.
bool readElsewhere(const Span &span, void *bytes) {
  const std::size_t size = span.end - span.begin;
  const iovec local{bytes, size};
  const iovec remote{reinterpret_cast<void *>(span.begin), size};
  return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == static_cast<ssize_t>(size);
}

void writeFetch(ThreadState &thread, const Fetch &fetch) {
  char bytes[kMostBytes];
  const void *from = reinterpret_cast<const void *>(fetch.span.begin);
  if (fetch.thread != thread.number) {
    if (!readElsewhere(fetch.span, bytes)) return;
    from = bytes;
  }
  writeValue(thread, ValueRole::Fetched, fetch.span, from);
}

void writeGiven(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, int argument, ValueRole role) {
  if (argument < 0) return;
  const Span span = bufferSpan(routine, raw, argument);
  if (isValue(span)) writeValue(thread, role, span, reinterpret_cast<const void *>(span.begin));
}

void remember(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, const ValuePlan &plan) {
  const Span span = bufferSpan(routine, raw, plan.fetched);
  if (!isValue(span)) return;
  const Fetch fetch{span, raw[plan.target], thread.number};
  const std::lock_guard lock(state().lock);
  if (plan.request >= 0) {
    const std::int64_t request = handleAt(mpi::info(routine), plan.request, raw[plan.request]);
    if (state().requests.insert_or_assign(request, fetch).second) gRequests.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  std::vector<Fetch> &pending = state().windows[raw[plan.window]];
  if (pending.size() < kMostPending) pending.push_back(fetch);
}

/// Removed first: writing may wait for the reader, and this lock must not be held meanwhile.
std::vector<Fetch> takeOfWindow(const std::int64_t *raw, const ValuePlan &plan) {
  std::vector<Fetch> taken;
  const std::lock_guard lock(state().lock);
  const auto window = state().windows.find(raw[plan.window]);
  if (window == state().windows.end()) return taken;
  std::erase_if(window->second, [&](const Fetch &fetch) {
    if (plan.target >= 0 && fetch.target != raw[plan.target]) return false;
    taken.push_back(fetch);
    return true;
  });
  return taken;
}

/// Fetches not completed by then are dropped, and another window may reuse the handle.
void forgetWindow(const mpi::RoutineInfo &row, const std::int64_t *raw, int argument) {
  if (!isAddress(raw[argument])) return;
  const std::int64_t window = handleAt(row, argument, raw[argument]);
  const std::lock_guard lock(state().lock);
  state().windows.erase(window);
}

std::vector<Fetch> takeOfRequests(const std::vector<std::int64_t> &complete) {
  std::vector<Fetch> taken;
  const std::lock_guard lock(state().lock);
  for (const std::int64_t request : complete) {
    const auto found = state().requests.find(request);
    if (found == state().requests.end()) continue;
    taken.push_back(found->second);
    state().requests.erase(found);
    gRequests.fetch_sub(1, std::memory_order_relaxed);
  }
  return taken;
}

}  // namespace

bool awaitsValues() { return gRequests.load(std::memory_order_relaxed) != 0; }

void writeGivenValues(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw) {
  const ValuePlan &plan = callPlan(routine).values;
  if (plan.freedWindow >= 0) forgetWindow(mpi::info(routine), raw, plan.freedWindow);
  writeGiven(thread, routine, raw, plan.given, ValueRole::Given);
  writeGiven(thread, routine, raw, plan.compared, ValueRole::Compared);
}

void writeFetchedValues(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw,
                        const std::vector<std::int64_t> &requests, bool succeeded) {
  const ValuePlan &plan = callPlan(routine).values;
  if (plan.fetched >= 0 && succeeded) remember(thread, routine, raw, plan);
  if (plan.completes && succeeded)
    for (const Fetch &fetch : takeOfWindow(raw, plan)) writeFetch(thread, fetch);
  if (plan.endsRequests && awaitsValues())
    for (const Fetch &fetch : takeOfRequests(completeOf(routine, raw, requests, succeeded))) writeFetch(thread, fetch);
}

}  // namespace lockstep::runtime
