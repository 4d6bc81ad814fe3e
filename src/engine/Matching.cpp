#include "engine/Matching.h"

#include <utility>

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Timing;

/// The innermost call of the thread with this routine; calls inside it were left without a record (an exception, a
/// long jump) and are dropped.
std::optional<OpenCall> close(std::vector<OpenCall> &calls, mpi::Routine routine) {
  while (!calls.empty()) {
    OpenCall innermost = std::move(calls.back());
    calls.pop_back();
    if (innermost.call->routine->routine == routine) return innermost;
  }
  return std::nullopt;
}

}  // namespace

void Matching::take(Process &process, Event &event) {
  switch (event.what) {
    case Event::What::Initialised:
      process.isInitialised = true;
      return;
    case Event::What::Enter:
      return enter(process, event);
    case Event::What::Leave:
      return leave(process, event);
    case Event::What::Thread:
      return;
    case Event::What::End:
      return end(process, event);
  }
}

void Matching::enter(Process &process, Event &event) {
  const CallPtr call = event.call;
  process.lastCall = call;
  process.lastTime = call->time;
  process.mpiThreads.insert(call->thread);
  OpenCall &open = process.open[call->thread].emplace_back();
  open.call = call;
  if (!process.isInitialised || process.finalized) return;

  if (call->routine->effect == Effect::Finalize) {
    process.finalizeCall = call;
    return;
  }
  messages_.enter(*call);
  process.requests.release(*call);
  event.starts = process.requests.start(*call);
  open.waitsFor = process.requests.awaited(*call);
  open.own = collectives_.arrive(call, judge_);
  if (!open.own || !open.own->exchange) return;
  event.starts.push_back(*open.own);
  if (call->routine->timing == Timing::Blocking) open.waitsFor.push_back(*open.own);
}

void Matching::leave(Process &process, Event &event) {
  std::optional<OpenCall> left = close(process.open[event.thread], event.routine);
  if (!left) return;
  process.lastTime = event.result.time;
  event.call = left->call;
  const Call &call = *left->call;
  if (call.routine->effect == Effect::Finalize && process.rank >= 0) {
    process.finalized = true;
    collectives_.gone(process.rank, judge_);
  }
  event.completions = process.requests.complete(call, event.result);
  if (!left->own) return;
  collectives_.made(call, event.result);
  if (call.routine->timing == Timing::Blocking)
    event.completions.push_back(*std::move(left->own));
  else if (const auto request = written(call, event.result, mpi::Role::NewRequest))
    process.requests.add(*request, *std::move(left->own), call.routine->timing == Timing::Persistent);
}

void Matching::end(Process &process, const Event &event) {
  process.end = event.end;
  process.lastTime = event.end.time;
  if (process.rank >= 0) collectives_.gone(process.rank, judge_);
}

}  // namespace lockstep::engine
