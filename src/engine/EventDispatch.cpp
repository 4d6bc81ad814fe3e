#include "engine/EventDispatch.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "engine/matching/Collectives.h"
#include "engine/support/Overloaded.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Role;

/// What the call learned from those whom it met, see Exposure.h.
void hearMeetings(const Event::Leave &event, Stamps &heard) {
  const bool ends = endsExposure(*event.call, event.result);
  const bool completes = event.call->routine->effect == Effect::CompleteAccess;
  for (const MeetingPtr &meeting : event.call->meetings) {
    if (ends && meeting->completed.tick != 0) heard.push_back(meeting->completed);
    if (completes && meeting->isRead && meeting->posted.tick != 0) heard.push_back(meeting->posted);
  }
}

}  // namespace

void EventDispatch::perform(Process &process, const Event &event) {
  context_.setProcess(process);
  const unsigned thread = event.thread;
  const Strand strand = process.rank >= 0 ? process.threads.strandOf(process.rank, thread, world_.order) : Strand{};
  std::visit(Overloaded{
                 [&](const Event::Initialized &) { rules_.dispatch<Handler::Initialized>(process, context_); },
                 [&](const Event::Enter &made) { enter(process, thread, strand, made); },
                 [&](const Event::Leave &returned) { leave(process, thread, strand, returned); },
                 [&](const Event::Thread &order) { orderThreads(process, thread, order); },
                 [&](const Event::Accesses &segment) { accessSegment(process, thread, segment); },
                 [&](const Event::Atomic &atomic) { accessAtomically(process, strand, atomic.value); },
                 [&](const Event::Freed &freed) { free(process, freed); },
                 [&](const Event::Released &released) { release(process, strand, released); },
                 [&](const End &) { end(process); },
             },
             event.what);
}

void EventDispatch::enter(Process &process, unsigned thread, Strand strand, const Event::Enter &event) {
  const Call &call = *event.call;
  if (call.routine->effect == Effect::Init) process.constructs.initialize(thread);
  context_.setOperation(0);
  const bool isTold = !event.starts.empty() || !event.posts.empty() || !call.meetings.empty();
  if (process.rank >= 0) context_.setNow(world_.order.step(strand, isTold));
  stamp(event, context_.now());
  for (const TransferPtr &transfer : event.posts)
    if (transfer->side == Transfer::Side::Send) rules_.dispatch<Handler::Sent>(transfer, context_);
  if (process.rank >= 0) world_.values.enter(call, context_.now());
  for (const RequestNote &note : event.notes) rules_.dispatch<Handler::Request>(note, context_);
  for (const OperationPtr &operation : event.started) rules_.dispatch<Handler::Started>(*operation, call, context_);
  judgeArguments(call);
  if (!call.memory.empty()) rules_.dispatch<Handler::Memory>(call, context_);
  rules_.dispatchCall<Handler::Enter>(*call.routine, process.hasThreads(), call, context_);
  process.inside.enter(call);
}

/// Makes the time stamp available to events that depend on what this event starts.
void EventDispatch::stamp(const Event::Enter &event, const Stamp &now) {
  for (const Participation &part : event.starts) part.exchange->publish(part.position, now);
  for (const TransferPtr &transfer : event.posts) transfer->own->stamp = now;
  for (const MeetingPtr &meeting : event.call->meetings) {
    if (event.call->routine->effect == Effect::Post) meeting->posted = now;
    if (event.call->routine->effect == Effect::CompleteAccess) meeting->completed = now;
  }
}

/// Skips calls equal to an earlier one if no object has changed since. Calls with an unknown handle are always judged,
/// since their verdict depends on the result.
void EventDispatch::judgeArguments(const Call &call) {
  CallMemo &deduced = call.deduced();
  if (deduced.faultlessAt == world_.objects.state()) return;
  const std::size_t before = context_.findingCount();
  rules_.dispatch<Handler::Arguments>(call, context_);
  const bool isInDoubt = std::ranges::find(call.arguments, trace::kUnknownHandle) != call.arguments.end();
  if (context_.findingCount() == before && !isInDoubt) deduced.faultlessAt = world_.objects.state();
}

void EventDispatch::leave(Process &process, unsigned thread, Strand strand, const Event::Leave &event) {
  if (!event.call) return;
  const Call &call = *event.call;
  if (call.routine->effect == Effect::Finalize) process.isOver = true;
  context_.setOperation(0);
  receive(process, thread, strand, event);
  if (process.rank >= 0) context_.setNow(world_.order.step(strand, !event.posts.empty()));
  for (const TransferPtr &transfer : event.posts) transfer->own->stamp = context_.now();
  applyToObjects(event);
  tellMessages(event);
  for (const OperationPtr &operation : event.completed) rules_.dispatch<Handler::Completed>(*operation, call, context_);
  rules_.dispatchCall<Handler::Leave>(*call.routine, process.hasThreads(), call, event.result, context_);
  if (event.result.failure) rules_.dispatch<Handler::Failed>(call, event.result, context_);
  process.inside.leave(call);
}

/// The thread receives everything that the call waited for or learned of.
void EventDispatch::receive(Process &process, unsigned thread, Strand strand, const Event::Leave &event) {
  for (const Participation &part : event.completions) {
    const Sources sources = sourcesOf(*part.slot->callOf(part.position), part.slot->comm(), part.position);
    part.exchange->complete(part.position, strand, sources, world_.order);
  }
  Stamps heard;
  for (const TransferPtr &transfer : event.received)
    if (transfer->partner && transfer->partner->isOrdered()) heard.push_back(transfer->partner->stamp);
  hearMeetings(event, heard);
  if (!event.values.empty()) world_.values.leave(*event.call, event.values, event.result.time, heard);
  if (heard.empty()) return;
  world_.order.receive(strand, heard);
  if (process.hasOtherThreads) process.constructs.hear(thread, heard);
}

void EventDispatch::applyToObjects(const Event::Leave &event) {
  world_.objects.leave(*event.call, event.result);
  if (event.result.code != 0) return;
  if (event.result.misplaced)
    world_.windows.misplace(written(*event.call, event.result, Role::NewWindow).value_or(trace::kNullHandle));
  forgetValues(*event.call);
  world_.windows.apply(*event.call);
}

/// Memory that is no longer exposed may be reused.
void EventDispatch::forgetValues(const Call &call) {
  const bool isDetach = call.routine->effect == Effect::WinDetach;
  if (call.routine->effect != Effect::WinFree && !isDetach) return;
  const Role role = isDetach ? Role::Window : Role::FreedWindow;
  const Window *window = world_.windows.find(call.argument(role).value_or(trace::kNullHandle));
  if (window == nullptr) return;
  const auto base = static_cast<std::uint64_t>(call.argument(Role::DetachedBase).value_or(0));
  world_.windows.forEachSpan(*window, call.rank(), [&](const Span &span) {
    if (!isDetach || span.first == base) world_.values.forget(call.rank(), span);
  });
}

void EventDispatch::tellMessages(const Event::Leave &event) {
  for (const TransferPtr &transfer : event.received) {
    if (transfer->side == Transfer::Side::Receive && transfer->partner) transfer->partner->received = context_.now();
    tellMessage(*transfer);
    if (transfer->side == Transfer::Side::Receive) rules_.dispatch<Handler::Received>(transfer, *event.call, context_);
  }
}

void EventDispatch::tellMessage(Transfer &receive) {
  const bool isReceived =
      receive.side == Transfer::Side::Receive && receive.own->call->routine->cls != mpi::Class::Probe;
  if (!isReceived || !receive.partner || std::exchange(receive.isTold, true)) return;
  const Call &send = *receive.partner->call;
  std::uint64_t &agreesWith = receive.own->call->deduced().agreesWith;
  if (agreesWith == send.first().number) return;
  const std::size_t before = context_.findingCount();
  rules_.dispatch<Handler::Message>(send, *receive.own->call, context_);
  if (context_.findingCount() == before) agreesWith = send.first().number;
}

void EventDispatch::matched(const TransferPtr &receive) {
  const bool mayChange = receive->partner && receive->partner->by->process->hasManyThreads && !receive->isClosed;
  if (receive->own->by->routine->timing == mpi::Timing::Blocking && !mayChange) tellMessage(*receive);
}

void EventDispatch::orderThreads(Process &process, unsigned thread, const Event::Thread &event) {
  process.constructs.apply(event.event, event.object, thread);
  if (process.rank >= 0) process.threads.apply(event.event, event.object, process.rank, thread, world_.order);
}

void EventDispatch::accessSegment(const Process &process, unsigned thread, const Event::Accesses &event) {
  for (const trace::Access &run : event.runs) access(process, thread, event.operation, run);
  for (const trace::AccessBits &bits : event.bits) access(process, thread, event.operation, bits);
}

template <class Accesses>
void EventDispatch::access(const Process &process, unsigned thread, std::uint64_t operation, const Accesses &accesses) {
  context_.setProcess(process);
  context_.setOperation(operation);
  const Stamp &now = world_.order.between(process.threads.strandOf(process.rank, thread, world_.order));
  if (Moment(now) != Moment(context_.now())) context_.setNow(now);
  world_.values.overwrite(process, accesses, now);
  rules_.forEach<Handler::Access>([&](auto &rule) {
    if constexpr (std::is_same_v<Accesses, trace::Access>)
      rule.onAccess(process, thread, accesses, context_);
    else
      rule.onAccesses(process, thread, accesses, context_);
  });
}

template void EventDispatch::access(const Process &, unsigned, std::uint64_t, const trace::Access &);
template void EventDispatch::access(const Process &, unsigned, std::uint64_t, const trace::AccessBits &);

void EventDispatch::accessAtomically(const Process &process, Strand strand, const trace::Value &value) {
  context_.setOperation(0);
  if (value.role == trace::ValueRole::Loaded) {
    Stamps heard;
    world_.values.load(process, value, world_.order.between(strand), heard);
    if (!heard.empty()) world_.order.receive(strand, heard);
  }
  const Stamp now = world_.order.step(strand);
  if (value.role == trace::ValueRole::Stored) world_.values.store(process, value, now);
}

void EventDispatch::free(const Process &process, const Event::Freed &event) {
  if (process.rank >= 0) rules_.dispatch<Handler::Freed>(process, event.memory, context_);
}

void EventDispatch::release(const Process &process, Strand strand, const Event::Released &event) {
  if (process.rank < 0) return;
  context_.setNow(world_.order.between(strand));
  rules_.dispatch<Handler::Released>(process, event.memory, event.release, context_);
  world_.windows.release(process.rank, event.memory);
}

void EventDispatch::end(Process &process) {
  process.isOver = true;
  process.inside = {};
  if (process.rank >= 0) world_.order.retire(process.rank);
  world_.values.forget(process);
  rules_.dispatch<Handler::ProcessEnd>(process, context_);
}

}  // namespace lockstep::engine
