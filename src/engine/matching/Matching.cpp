#include "engine/matching/Matching.h"

#include <algorithm>
#include <map>
#include <utility>

#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::Class;
using mpi::Effect;
using mpi::Role;
using mpi::Timing;
using Side = Transfer::Side;

/// The innermost active call with this routine. Drops the calls inside it, which were left without a record (an
/// exception, a long jump). Null if there is none.
ActiveCall *innermost(std::vector<ActiveCall> &calls, mpi::Routine routine) {
  while (!calls.empty() && calls.back().call->routine->routine != routine) calls.pop_back();
  return calls.empty() ? nullptr : &calls.back();
}

/// A nonblocking probe counts as a probe only if it finds a message.
bool isPoll(const Call &call) { return call.routine->cls == Class::Probe && call.routine->timing == Timing::Local; }

bool hasFound(const Call &call, const Result &result) { return written(call, result, Role::Flag).value_or(1) != 0; }

/// The handle that a completion call stored in place of the request at `index`; none if not recorded. `place` is the
/// number of its completion in the call: recorders write only the requests of completions, static analysis all.
std::optional<std::int64_t> requestAfter(const Call &call, const Result &result, std::size_t index, std::size_t place) {
  const int several = call.routine->indexOf(Role::Requests);
  if (several < 0) return written(call, result, Role::Request);
  const auto left = result.array(several);
  if (left.size() == call.array(several).size()) place = index;
  return place < left.size() ? std::optional(left[place]) : std::nullopt;
}

/// It will never be known whether the operation was cancelled. A matched message was not.
bool mayBeCancelled(const Operation &operation, const Transfer &transfer) {
  return operation.isCancelled && (transfer.side != Side::Send || !transfer.partner);
}

/// Only an operation with a cancel request can have been cancelled: for others, the flag in the status is
/// uninitialized.
Status definite(Status status, bool mayBeCancelled) {
  if (!mayBeCancelled && status.bytes == Status::kCancelled) status.bytes = -1;
  return status;
}

/// The operations for which a completion call waits.
std::vector<PendingWork> givenTo(const ActiveCall &open) {
  std::vector<PendingWork> work;
  if (open.call->routine->cls != Class::Completion) return work;
  work.reserve(open.operations.size());
  for (const OperationPtr &operation : open.operations)
    if (operation && operation->isActive) work.push_back({operation->transfers, operation->collective});
  return work;
}

}  // namespace

void Matching::take(Process &process, Event &event) {
  if (auto *made = event.as<Event::Enter>()) return enter(process, *made);
  if (auto *returned = event.as<Event::Leave>()) return leave(process, event.thread, *returned);
  if (event.as<Event::Initialized>() != nullptr) process.isInitialized = true;
  if (const auto *over = event.as<End>()) end(process, *over);
}

void Matching::post(const Transfers &transfers, Transfers &posts) {
  for (const TransferPtr &transfer : transfers) {
    messages_.post(transfer);
    posts.push_back(transfer);
  }
}

void Matching::enter(Process &process, Event::Enter &event) {
  const CallPtr &call = event.call;
  process.lastCall = call;
  process.lastTime = call->time;
  ThreadIntake &intake = process.intakes.of(call->thread);
  if (!std::exchange(intake.hasCalledMpi, true)) ++process.mpiThreads;
  ActiveCall &open = intake.open.emplace_back();
  open.call = call;
  if (!process.isInitialized || process.finalized) return;

  if (call->routine->effect == Effect::Finalize) {
    process.finalizeCall = call;
    return;
  }
  if (takesRequests(*call->routine)) open.operations = process.requests.find(*call);
  if (call->routine->timing != Timing::Persistent && !isPoll(*call)) {
    messages_.make(call, call, open.transfers);
    post(open.transfers, event.posts);
  }
  noteStale(process, open, event);
  takeMatched(process, open);
  startAll(open, event);
  awaitAll(open, event);
  cancel(open);
  markReady(open);
  free(process, open, event);
  open.own = collectives_.arrive(call);
  if (open.own && open.own->exchange) event.starts.push_back(*open.own);
}

/// The receive of a message taken by a matched probe provides its destination.
void Matching::takeMatched(Process &process, const ActiveCall &open) {
  const auto handle = open.call->argument(Role::Message);
  const auto known = handle ? process.matchedMessages.find(*handle) : process.matchedMessages.end();
  if (known == process.matchedMessages.end()) return;
  messages_.receiveInto(known->second, open.call);
  process.matchedMessages.erase(known);
}

void Matching::start(const OperationPtr &operation, Event::Enter &event) {
  if (auto misuse = operation->start(event.call)) {
    event.notes.push_back({RequestNote::What::Misuse, event.call, operation, std::move(misuse)});
    return;
  }
  event.started.push_back(operation);
  operation->transfers.clear();
  messages_.make(operation->made, event.call, operation->transfers);
  post(operation->transfers, event.posts);
  Participation &collective = operation->collective;
  if (!collective.slot) return;
  collective.exchange = collective.slot->start(collective.position);
  event.starts.push_back(collective);
}

void Matching::startAll(ActiveCall &open, Event::Enter &event) {
  const Effect effect = open.call->routine->effect;
  if (effect != Effect::Start && effect != Effect::StartAll) return;
  for (const OperationPtr &operation : open.operations) {
    if (!operation) continue;
    if (operation->isPersistent)
      start(operation, event);
    else
      event.notes.push_back({RequestNote::What::NotPersistent, open.call, operation});
  }
}

/// A single null request is suspicious; in arrays null requests are common.
void Matching::awaitAll(const ActiveCall &open, Event::Enter &event) {
  if (open.call->routine->cls != Class::Completion) return;
  for (const OperationPtr &operation : open.operations)
    if (operation) operation->await(open.call);
  const bool isNull =
      open.operations.size() == 1 && !open.operations.front() && requestsOf(*open.call).front() == trace::kNullHandle;
  if (!isNull || open.call->routine->indexOf(Role::Request) < 0) return;
  // A path that forgot to start an operation is reported by the static analysis.
  semantics::Verdict verdict = semantics::nothingToComplete(*open.call->routine, report::Severity::Note);
  event.notes.push_back({RequestNote::What::Misuse, open.call, {}, {{std::move(verdict), open.call}}});
}

/// Reports handles that stand for no operation, provided that the library does not share them between operations.
void Matching::noteStale(const Process &process, const ActiveCall &open, Event::Enter &event) {
  if (std::ranges::find(open.operations, nullptr) == open.operations.end()) return;
  const std::vector<std::int64_t> handles = requestsOf(*open.call);
  for (std::size_t i = 0; i < handles.size(); ++i) {
    if (open.operations[i] || handles[i] == trace::kNullHandle || handles[i] == mpi::kSharedRequest) continue;
    const auto gone = process.requests.gone(handles[i]);
    event.notes.push_back({gone ? RequestNote::What::Gone : RequestNote::What::NeverMade, open.call, {}, {}, gone});
    return;
  }
}

void Matching::cancel(const ActiveCall &open) {
  if (open.call->routine->effect != Effect::Cancel || open.operations.empty() || !open.operations.front()) return;
  open.operations.front()->isCancelled = true;
}

/// Marks partitions of an active send as ready.
void Matching::markReady(const ActiveCall &open) {
  const Call &call = *open.call;
  if (call.routine->effect != Effect::Ready || open.operations.empty() || !open.operations.front()) return;
  const Operation &operation = *open.operations.front();
  const auto mark = [&](std::int64_t partition) {
    for (const TransferPtr &transfer : operation.transfers) {
      Partitions *partitions = transfer->own->partitions.get();
      const auto index = static_cast<std::size_t>(partition);
      if (partitions == nullptr || index >= partitions->isReady.size() || partitions->isReady[index]) continue;
      partitions->isReady[index] = true;
      --partitions->missing;
    }
  };
  if (const int list = call.routine->indexOf(Role::PartitionList); list >= 0) {
    std::ranges::for_each(call.array(list), mark);
    return;
  }
  if (!operation.isActive) return;
  std::int64_t end = 0;  // number of partitions, whatever range the program passes
  for (const TransferPtr &transfer : operation.transfers)
    if (transfer->own->partitions) end = std::max(end, std::ssize(transfer->own->partitions->isReady));
  const std::int64_t first = call.argument(Role::Partition).value_or(0);
  const std::int64_t last = std::min(call.argument(Role::LastPartition).value_or(first), end - 1);
  for (std::int64_t partition = std::max<std::int64_t>(first, 0); partition <= last; ++partition) mark(partition);
}

void Matching::free(Process &process, const ActiveCall &open, Event::Enter &event) {
  if (open.call->routine->effect != Effect::RequestFree || open.operations.empty() || !open.operations.front()) return;
  const OperationPtr &operation = open.operations.front();
  for (const TransferPtr &transfer : operation->transfers)
    if (transfer->isWild() || mayBeCancelled(*operation, *transfer)) messages_.giveUp(transfer);
  const bool wasActive = operation->isActive;
  auto misuse = operation->free(open.call);
  if (wasActive) event.notes.push_back({RequestNote::What::FreedActive, open.call, operation, std::move(misuse)});
  if (operation->isUnstarted()) event.notes.push_back({RequestNote::What::FreedUnstarted, open.call, operation});
  process.requests.remove(operation, open.call.get());
}

void Matching::leave(Process &process, unsigned thread, Event::Leave &event) {
  std::vector<ActiveCall> &calls = process.intakes.of(thread).open;
  ActiveCall *left = innermost(calls, event.routine);
  if (left == nullptr) return;
  process.lastTime = event.result.time;
  event.call = left->call;
  leave(process, *left, event);
  calls.pop_back();
}

void Matching::leave(Process &process, ActiveCall &left, Event::Leave &event) {
  const mpi::RoutineInfo &routine = *left.call->routine;
  if (routine.effect == Effect::Finalize && process.rank >= 0) {
    process.finalized = true;
    collectives_.gone(process.rank);
  }
  if (!process.isInitialized) return;
  event.waits.works = givenTo(left);
  complete(process, left, event);
  if (routine.indexOf(Role::NewRequest) >= 0)
    addOperation(process, left, event.result);
  else
    leaveTransfers(process, left, event);
  if (routine.timing == Timing::Blocking) {
    event.waits.transfers.swap(left.transfers);
    if (left.own) event.waits.works.push_back({{}, *left.own});
  }
  leaveCollective(left, event);
}

void Matching::leaveCollective(ActiveCall &left, Event::Leave &event) {
  if (!left.own) return;
  collectives_.made(*left.call, event.result);
  if (left.call->routine->timing == Timing::Blocking) event.completions.push_back(*std::move(left.own));
}

/// The transfer is complete. A wildcard receive learns its sender and tag.
void Matching::finish(const TransferPtr &transfer, const Status &status, Event::Leave &event) {
  if (status.bytes == Status::kCancelled) {
    transfer->isUnknown = true;
    return messages_.withdraw(transfer);
  }
  messages_.resolve(transfer, status);
  messages_.close(transfer, event.result.time);
  if (transfer->side != Side::Send || transfer->mode == mpi::SendMode::Synchronous) event.received.push_back(transfer);
}

void Matching::leaveTransfers(Process &process, ActiveCall &left, Event::Leave &event) {
  if (isPoll(*left.call) && hasFound(*left.call, event.result)) {
    messages_.make(left.call, left.call, left.transfers);
    post(left.transfers, event.posts);
  }
  for (const TransferPtr &transfer : left.transfers) {
    if (transfer->side == Side::Send && event.result.code != 0)
      messages_.withdraw(transfer);
    else
      finish(transfer, definite(event.result.status, false), event);
  }
  if (const auto message = written(*left.call, event.result, Role::NewMessage); message && !left.transfers.empty())
    process.matchedMessages[*message] = left.transfers.front();
}

void Matching::addOperation(Process &process, ActiveCall &left, const Result &result) {
  if (result.code != 0) {
    for (const TransferPtr &transfer : left.transfers) messages_.withdraw(transfer);
    return;
  }
  const auto operation = std::make_shared<Operation>(left.call);
  const Call &call = *left.call;
  operation->handle = written(call, result, Role::NewRequest).value_or(0);
  operation->variable = call.argument(Role::NewRequest).value_or(0);
  operation->transfers = left.transfers;
  if (left.own) operation->collective = *left.own;
  if (operation->handle != trace::kNullHandle) process.requests.add(operation);
}

void Matching::complete(Process &process, const ActiveCall &left, Event::Leave &event) {
  if (left.call->routine->cls != Class::Completion) return;
  std::size_t place = 0;
  for (const Completion &completion : completionsOf(*left.call, event.result)) {
    const bool isGone = requestAfter(*left.call, event.result, completion.index, place++) == trace::kNullHandle;
    OperationPtr operation = completion.index < left.operations.size() ? left.operations[completion.index] : nullptr;
    const bool isOverElsewhere = operation && !operation->isActive && !operation->isPersistent;
    if (isOverElsewhere) operation = process.requests.find(*left.call)[completion.index];
    if (!operation || !operation->isActive) continue;
    const Status status = definite(completion.status, operation->isCancelled);
    for (const TransferPtr &transfer : operation->transfers) finish(transfer, status, event);
    if (operation->collective.exchange) event.completions.push_back(operation->collective);
    operation->transfers.clear();
    operation->collective.exchange = nullptr;
    operation->complete(left.call);
    event.completed.push_back(operation);
    if (!operation->isPersistent) process.requests.remove(operation, isGone ? left.call.get() : nullptr);
  }
}

std::optional<std::vector<ChosenMessage>> Matching::chooseMessages(const ActiveCall &open) const {
  struct Waiting {
    std::vector<std::size_t> requests;
    Transfers receives;
  };
  std::map<const Mailbox *, Waiting> byMailbox;
  const auto add = [&](std::size_t request, const Transfers &transfers) {
    for (const TransferPtr &transfer : transfers) {
      if (transfer->side == Side::Send || !messages_.isOpen(*transfer)) continue;
      byMailbox[transfer->mailbox].requests.push_back(request);
      byMailbox[transfer->mailbox].receives.push_back(transfer);
    }
  };
  add(0, open.transfers);
  for (std::size_t i = 0; i < open.operations.size(); ++i)
    if (open.call->routine->cls == Class::Completion && open.operations[i]) add(i, open.operations[i]->transfers);
  std::vector<ChosenMessage> chosen;
  for (const auto &[mailbox, waiting] : byMailbox) {
    const auto sends = messages_.firstChoice(waiting.receives);
    if (!sends) return std::nullopt;
    for (std::size_t i = 0; i < sends->size(); ++i) {
      const Transfer &send = *(*sends)[i];
      chosen.push_back({waiting.requests[i], send.communicator->positionOf(send.rank).value_or(0), send.tag});
    }
  }
  return chosen;
}

void Matching::end(Process &process, const End &end) {
  process.end = end;
  if (end.how != End::How::Vanished) process.lastTime = end.time;
  if (process.rank >= 0) collectives_.gone(process.rank);
}

}  // namespace lockstep::engine
