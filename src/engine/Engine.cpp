#include "engine/Engine.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/Context.h"
#include "engine/Rule.h"
#include "engine/RuleDispatcher.h"
#include "engine/calls/Objects.h"
#include "engine/matching/Collectives.h"
#include "engine/matching/Matching.h"
#include "engine/order/Order.h"
#include "engine/process/Schedule.h"
#include "engine/races/EarlierCalls.h"
#include "engine/races/ValueEdges.h"
#include "engine/waiting/Waiting.h"
#include "engine/waiting/ZeroBufferReplay.h"
#include "trace/Parts.h"

namespace lockstep::engine {
namespace {

constexpr std::uint32_t kThreadMultiple = 3;  // MPI_THREAD_MULTIPLE of every MPI

/// Classes whose meaning for other ranks and for memory is not judged yet.
bool isUnmodelled(mpi::Class cls) {
  using mpi::Class;
  switch (cls) {
    case Class::Partition:
    case Class::CollectiveProcess:
      return true;
    default:
      return false;
  }
}

/// As it was when the call was made: by the time that rules hear of the call, it may be freed.
CommunicatorPtr communicatorOf(const Call &call, const Communicators &communicators) {
  for (const mpi::Role role : {mpi::Role::Comm, mpi::Role::FreedComm})
    if (const auto id = call.argument(role)) return communicators.find(static_cast<std::uint64_t>(*id));
  return nullptr;
}

Event enterEvent(const trace::RecordView &record, Ref<Call> call) {
  Event event;
  event.what = Event::What::Enter;
  event.thread = record.thread;
  event.call = std::move(call);
  return event;
}

Event leaveEvent(const trace::RecordView &record, ThreadIntake &intake) {
  const auto &leave = record.as<trace::Leave>();
  Event event;
  event.what = Event::What::Leave;
  event.thread = record.thread;
  event.routine = static_cast<mpi::Routine>(leave.routine);
  event.result = decode(leave, std::exchange(intake.arrays, {}));
  if (!intake.values.empty()) event.values = std::exchange(intake.values, {});
  std::swap(event.result.failure, intake.failure);
  std::swap(event.result.misplaced, intake.misplaced);
  return event;
}

Event threadEvent(const trace::RecordView &record) {
  Event event;
  event.what = Event::What::Thread;
  event.thread = record.thread;
  event.threadEvent = record.as<trace::ThreadOrder>().event;
  event.object = record.as<trace::ThreadOrder>().object;
  return event;
}

/// Values of atomic accesses stand by themselves.
bool isOfCall(const trace::Value &value) {
  return value.role != trace::ValueRole::Loaded && value.role != trace::ValueRole::Stored;
}

Event freedEvent(const trace::RecordView &record) {
  const auto &freed = record.as<trace::Freed>();
  Event event;
  event.what = Event::What::Freed;
  event.thread = record.thread;
  event.freed = Span::at(freed.address, freed.bytes);
  return event;
}

Event releasedEvent(const trace::RecordView &record) {
  const auto &released = record.as<trace::Released>();
  Event event;
  event.what = Event::What::Released;
  event.thread = record.thread;
  event.freed = {released.address, released.address + released.bytes};
  event.release = {released.how, released.header.site, released.stack, record.thread};
  return event;
}

void define(Process &process, const trace::Neighbors &record) {
  const auto sources = trace::sources(record);
  const auto destinations = trace::destinations(record);
  process.neighbors[record.comm] = {{sources.begin(), sources.end()}, {destinations.begin(), destinations.end()}};
}

/// What the call of a Leave learned from those whom it met, see Exposure.h.
void hearMeetings(const Event &event, Stamps &heard) {
  const bool ends = endsExposure(*event.call, event.result);
  const bool completes = event.call->routine->effect == mpi::Effect::CompleteAccess;
  for (const MeetingPtr &meeting : event.call->meetings) {
    if (ends && meeting->completed.tick != 0) heard.push_back(meeting->completed);
    if (completes && meeting->isRead && meeting->posted.tick != 0) heard.push_back(meeting->posted);
  }
}

std::vector<RulePtr> ofShare(std::vector<RulePtr> rules, const Share &share) {
  if (!share.isFirst()) std::erase_if(rules, [](const RulePtr &rule) { return !rule->isShared(); });
  return rules;
}

Event endEvent(End end) {
  Event event;
  event.what = Event::What::End;
  event.end = end;
  return event;
}

}  // namespace

struct Engine::Impl : CollectiveJudge {
  Impl(std::vector<RulePtr> rules, const EngineOptions &options)
      : dispatcher(ofShare(std::move(rules), options.share)) {
    context.setOptions(options);
    if (options.beginsLate) messages.beginLate();
  }

  // Intake: from records to events of a process.
  void feed(const trace::RecordView &record);
  void identify(Process &process, const trace::Process &record);
  void fail(Process &process, const trace::RecordView &record);
  void enter(Process &process, const trace::RecordView &record);
  void take(Process &process, Event &&event);
  template <class Accesses>
  void access(Process &process, unsigned thread, const Accesses &accesses);
  void atomic(Process &process, const trace::RecordView &record);
  void disappear(Process &process);
  void end(Process &process, End end);

  // What rules hear.
  void perform(Process &process, Event &event);
  void enter(Process &process, const Event &event, Strand strand);
  void judgeArguments(const Call &call);
  void leave(Process &process, const Event &event, Strand strand);
  template <class Accesses>
  void perform(const Process &process, unsigned thread, const Accesses &accesses);
  void perform(const Process &process, Strand strand, const trace::Value &value);
  void overwrite(const Process &process, const trace::Access &access, const Stamp &now);
  void overwrite(const Process &process, const trace::AccessBits &accesses, const Stamp &now);
  bool readsValues(const Process &process, const Event &event) const;
  void forgetValues(const Call &call);
  std::vector<report::Finding> findingsOn(const Slot &slot);
  bool isInOrder(const Slot &slot) override;
  bool isFaultless(const Slot &slot) override;
  bool agree(const Slot &slot, const Call &a, const Call &b);
  void decide(const Slot &slot, const std::vector<std::vector<Word>> &words) override;
  void matched(const TransferPtr &receive);
  void dispatchMessage(Transfer &receive);
  void finish(bool interrupted);

  Process &processOf(trace::ProcessKey key);
  Process *processOf(int rank) const;
  RankStatus standingOf(const Process &process) const;

  std::map<trace::ProcessKey, std::unique_ptr<Process>> processes;
  Process *lastProcess = nullptr;  // that was asked for
  std::vector<Process *> ranks;    // by world rank
  std::uint64_t calls = 0;         // of all processes
  std::uint64_t readUntil = 0;     // while the job runs: when its records were read last
  Coverage coverage;
  std::set<std::string> unmodelled;
  std::map<SequenceId, report::Finding> doubts;  // what is wrong with the slot, unless the next calls tell otherwise
  RuleDispatcher dispatcher;

  Communicators communicators;
  Order order;
  Messages messages{[this](const TransferPtr &receive) { matched(receive); }};
  RmaWaiting rmaWaiting;
  GroupCreations makings{communicators};
  Waiting waiting{ranks, messages, rmaWaiting, makings};
  Objects objects;
  Windows windows{communicators};
  Exposures exposures{windows};
  ValueEdges values{order, windows};
  Context context{ranks, order, waiting, messages, objects, windows, values};
  Collectives collectives{communicators, [this](int rank) { return processOf(rank); }, *this};
  Matching matching{collectives, messages};
  Schedule schedule{ranks, [this](Process &process, Event &event) { perform(process, event); },
                    [this](const Process &process, const Event &event) { return readsValues(process, event); }};
  ZeroBufferReplay unbuffered{
      [this](const PotentialDeadlock &standstill) { dispatcher.dispatch<&Rule::onStandstill>(standstill, context); }};
};

/// Records come in turns of one process.
Process &Engine::Impl::processOf(trace::ProcessKey key) {
  if (lastProcess != nullptr && lastProcess->key == key) return *lastProcess;
  std::unique_ptr<Process> &process = processes[key];
  if (!process) {
    process = std::make_unique<Process>();
    process->key = key;
    process->number = processes.size() - 1;
  }
  lastProcess = process.get();
  return *process;
}

Process *Engine::Impl::processOf(int rank) const {
  const auto index = static_cast<std::size_t>(rank);
  return index < ranks.size() ? ranks[index] : nullptr;
}

void Engine::Impl::feed(const trace::RecordView &record) {
  Process &process = processOf(record.process);
  if (process.end) return;
  if (process.signal && trace::isCallOf(record, process.signalledThread)) process.signal.reset();
  switch (record.header->kind) {
    case trace::Kind::Process:
      objects.define(process, record.as<trace::Process>());
      return identify(process, record.as<trace::Process>());
    case trace::Kind::Module:
      return process.sites.define(record.as<trace::Module>());
    case trace::Kind::Site:
      return process.sites.define(record.as<trace::Site>());
    case trace::Kind::ResolvedSite:
      return process.sites.define(record.as<trace::ResolvedSite>());
    case trace::Kind::Comm:
      return communicators.define(record.process, record.as<trace::Comm>());
    case trace::Kind::Type:
      objects.define(process, record.as<trace::Type>());
      return process.types.define(record.as<trace::Type>());
    case trace::Kind::Neighbors:
      return define(process, record.as<trace::Neighbors>());
    case trace::Kind::Array:
      return append(process.intakes.of(record.thread).arrays, record.as<trace::Array>());
    case trace::Kind::Enter:
      return enter(process, record);
    case trace::Kind::Leave:
      return take(process, leaveEvent(record, process.intakes.of(record.thread)));
    case trace::Kind::ThreadOrder:
      process.noteThreads(record.as<trace::ThreadOrder>().event, record.as<trace::ThreadOrder>().object);
      return take(process, threadEvent(record));
    case trace::Kind::Signal: {
      const auto &signal = record.as<trace::Signal>();
      process.signal = End{End::How::Signal, static_cast<int>(signal.number), signal.time, signal.header.site};
      process.signalledThread = signal.thread;
      return;
    }
    case trace::Kind::Exit: {
      const auto &exit = record.as<trace::Exit>();
      return end(process, {End::How::Exit, exit.status, exit.time});
    }
    case trace::Kind::Group:
      return process.groups.define(record.as<trace::Group>());
    case trace::Kind::Window:
      collectives.define(record.as<trace::Window>());
      return windows.define(process.rank, record.as<trace::Window>());
    case trace::Kind::SharedPart:
      return windows.define(process.rank, record.as<trace::SharedPart>());
    case trace::Kind::Access:
      return access(process, record.thread, record.as<trace::Access>());
    case trace::Kind::AccessBits:
      return access(process, record.thread, record.as<trace::AccessBits>());
    case trace::Kind::Freed:
      return take(process, freedEvent(record));
    case trace::Kind::Value:
      if (!isOfCall(record.as<trace::Value>())) return atomic(process, record);
      return process.intakes.of(record.thread).values.push_back(record.as<trace::Value>());
    case trace::Kind::Stack:
      return process.sites.define(record.as<trace::Stack>());
    case trace::Kind::Layout:
      return process.layouts.define(record.as<trace::Layout>());
    case trace::Kind::Memory:
      return process.intakes.of(record.thread)
          .memory.push_back(knownMemory(record.as<trace::Memory>(), process.layouts));
    case trace::Kind::Released:
      return take(process, releasedEvent(record));
    case trace::Kind::Round:
      return;
    case trace::Kind::Failure:
      return fail(process, record);
    case trace::Kind::Callback:
      process.hasOperations = true;
      process.intakes.of(record.thread).operation = record.as<trace::Callback>().function;
      return;
    case trace::Kind::Misplaced:
      process.intakes.of(record.thread).misplaced = makeRef<const Misplaced>(record.as<trace::Misplaced>());
      return;
  }
}

/// A fatal error is the last that its process tells of; that other threads come to others means nothing.
void Engine::Impl::fail(Process &process, const trace::RecordView &record) {
  auto failure = makeRef<const Failure>(record.as<trace::Failure>());
  if (!failure->isFatal)
    process.intakes.of(record.thread).failure = std::move(failure);
  else if (!process.givenUp)
    process.givenUp = std::move(failure);
}

/// The process is the rank that it says. One that was spawned, or that says it is a rank which another one is already
/// (of a second job in one launch line), belongs to another world and stays without.
void Engine::Impl::identify(Process &process, const trace::Process &record) {
  if (process.rank >= 0 || process.isOfAnotherWorld) return;
  const bool isTaken = !ranks.empty() && (record.worldRank >= ranks.size() || ranks[record.worldRank] != nullptr);
  if (record.isSpawned != 0 || isTaken) {
    process.isOfAnotherWorld = true;
    const auto isEnter = [](const Event &event) { return event.what == Event::What::Enter; };
    coverage.calls -= static_cast<std::uint64_t>(std::ranges::count_if(process.heldBack, isEnter));
    process.heldBack.clear();
    ++coverage.otherProcesses;
    return;
  }
  if (ranks.empty()) {
    ranks.resize(record.worldSize);
    order.setClock(makeClock(context.options().clock, record.worldSize));
    communicators.defineWorld(static_cast<int>(record.worldSize));
  }
  ranks[record.worldRank] = &process;
  process.rank = static_cast<int>(record.worldRank);
  process.lastTime = record.time;
  process.requestBytes = record.requestBytes;
  process.threadLevelAsked = record.threadLevelAsked;
  process.threadLevelGranted = record.threadLevelGranted;
  process.hasManyThreads = record.threadLevelGranted >= kThreadMultiple;
  for (Event &event : std::exchange(process.heldBack, {})) take(process, std::move(event));
  Event initialized;
  initialized.what = Event::What::Initialized;
  take(process, std::move(initialized));
}

void Engine::Impl::enter(Process &process, const trace::RecordView &record) {
  ThreadIntake &intake = process.intakes.of(record.thread);
  auto call = decode(record, record.as<trace::Enter>(), std::exchange(intake.arrays, {}));
  if (!call) return;
  call->process = &process;
  call->number = ++calls;
  call->comm = communicatorOf(*call, communicators);
  call->isNested = !intake.open.empty();
  call->isOutside = !process.isInitialized || process.finalized;
  process.types.attach(*call);
  call->values = std::exchange(intake.values, {});
  if (!intake.memory.empty()) call->memory = std::exchange(intake.memory, {});
  process.repeats.note(call);
  exposures.enter(*call, process.groups);
  if (process.isOfAnotherWorld) return;
  ++coverage.calls;
  if (isUnmodelled(call->routine->cls) && unmodelled.insert(std::string(call->name())).second)
    coverage.unmodelled.assign(unmodelled.begin(), unmodelled.end());
  take(process, enterEvent(record, std::move(call)));
}

/// Events of a process without a rank are held back until it has one. When it ends without, they are judged alone:
/// nothing of it can match another rank's.
void Engine::Impl::take(Process &process, Event &&event) {
  if (process.isOfAnotherWorld) return;
  if (process.rank < 0 && event.what != Event::What::End) return process.heldBack.push_back(std::move(event));
  for (Event &held : std::exchange(process.heldBack, {})) {
    matching.take(process, held);
    schedule.push(process, std::move(held));
  }
  matching.take(process, event);
  if (context.options().share.isFirst()) {
    rmaWaiting.take(process, event);
    makings.take(process, event);
  }
  if (event.what == Event::What::Leave && event.call) exposures.leave(*event.call, event.result);
  if (process.rank >= 0 && context.options().share.isFirst()) unbuffered.take(process.rank, event, process.isAlone());
  schedule.take(process, std::move(event));
}

void keep(Event &event, const trace::Access &access) { event.accesses.push_back(access); }
void keep(Event &event, const trace::AccessBits &accesses) { event.accessBits.push_back(accesses); }

/// Accesses are many: where nothing waits, they are told at once.
template <class Accesses>
void Engine::Impl::access(Process &process, unsigned thread, const Accesses &accesses) {
  if (process.rank < 0 || dispatcher.handling(Handler::Access).empty()) return;
  const std::uint64_t operation = process.hasOperations ? process.intakes.of(thread).operation : 0;
  context.setOperation(operation);
  if (process.queue.empty()) return perform(process, thread, accesses);
  Event &last = process.queue.back();
  const bool isOfSegment = last.what == Event::What::Accesses && last.thread == thread && last.values.empty();
  if (isOfSegment && last.operation == operation) return keep(last, accesses);
  Event event;
  event.what = Event::What::Accesses;
  event.thread = thread;
  event.operation = operation;
  keep(event, accesses);
  schedule.push(process, std::move(event));
}

void pass(Rule &rule, const Process &process, unsigned thread, const trace::Access &access, Context &context) {
  rule.onAccess(process, thread, access, context);
}
void pass(Rule &rule, const Process &process, unsigned thread, const trace::AccessBits &accesses, Context &context) {
  rule.onAccesses(process, thread, accesses, context);
}

template <class Accesses>
void Engine::Impl::perform(const Process &process, unsigned thread, const Accesses &accesses) {
  const Stamp &now = order.between(process.threads.strandOf(process.rank, thread, order));
  if (Moment(now) != Moment(context.now())) context.setNow(now);
  overwrite(process, accesses, now);
  for (Rule *rule : dispatcher.handling(Handler::Access)) pass(*rule, process, thread, accesses, context);
}

/// Words that values go through, see ValueEdges.h.
void Engine::Impl::overwrite(const Process &process, const trace::Access &access, const Stamp &now) {
  if (!values.isEmpty()) values.overwrite(process, access, now);
}

void Engine::Impl::overwrite(const Process &process, const trace::AccessBits &accesses, const Stamp &now) {
  if (values.isEmpty() || accesses.access != trace::AccessKind::Store) return;
  trace::forEachAccess(accesses, [&](const trace::Access &access) { values.overwrite(process, access, now); });
}

void Engine::Impl::atomic(Process &process, const trace::RecordView &record) {
  if (process.rank < 0 || dispatcher.handling(Handler::Access).empty()) return;
  Event event;
  event.what = Event::What::Accesses;
  event.thread = record.thread;
  event.values.push_back(record.as<trace::Value>());
  process.lastTime = event.values.front().time;
  schedule.take(process, std::move(event));
}

/// That others may have written.
bool Engine::Impl::readsValues(const Process &process, const Event &event) const {
  if (event.what == Event::What::Leave) return values.awaits(process, std::span(event.values));
  return values.awaits(process, event.values.front());
}

void Engine::Impl::perform(const Process &process, Strand strand, const trace::Value &value) {
  if (value.role == trace::ValueRole::Loaded) {
    Stamps heard;
    values.load(process, value, order.between(strand), heard);
    if (!heard.empty()) order.receive(strand, heard);
  }
  const Stamp now = order.step(strand);
  if (value.role == trace::ValueRole::Stored) values.store(process, value, now);
}

/// The process is gone: by the signal that it recorded last, or by something that left no record. Then its end has the
/// time when that was noticed, where somebody looked.
void Engine::Impl::disappear(Process &process) {
  end(process, process.signal.value_or(End{End::How::Vanished, 0, std::max(process.lastTime, readUntil)}));
}

void Engine::Impl::end(Process &process, End end) { take(process, endEvent(end)); }

void Engine::Impl::perform(Process &process, Event &event) {
  const Strand strand = process.rank >= 0 ? process.threads.strandOf(process.rank, event.thread, order) : Strand{};
  switch (event.what) {
    case Event::What::Initialized:
      dispatcher.dispatch<&Rule::onInitialized>(process, context);
      return;
    case Event::What::Enter:
      return enter(process, event, strand);
    case Event::What::Leave:
      if (event.call) leave(process, event, strand);
      return;
    case Event::What::Thread:
      process.constructs.apply(event.threadEvent, event.object, event.thread);
      if (process.rank >= 0) process.threads.apply(event.threadEvent, event.object, process.rank, event.thread, order);
      return;
    case Event::What::Accesses:
      context.setOperation(event.operation);
      for (const trace::Access &access : event.accesses) perform(process, event.thread, access);
      for (const trace::AccessBits &accesses : event.accessBits) perform(process, event.thread, accesses);
      for (const trace::Value &value : event.values) perform(process, strand, value);
      return;
    case Event::What::Freed:
      if (process.rank >= 0) dispatcher.dispatch<&Rule::onFreed>(process, event.freed, context);
      return;
    case Event::What::Released:
      if (process.rank < 0) return;
      context.setNow(order.between(strand));
      dispatcher.dispatch<&Rule::onReleased>(process, event.freed, event.release, context);
      windows.release(process.rank, event.freed);
      return;
    case Event::What::End:
      process.isOver = true;
      process.inside = {};
      if (process.rank >= 0) order.retire(process.rank);
      values.forget(process);
      dispatcher.dispatch<&Rule::onProcessEnd>(process, context);
      return;
  }
}

void Engine::Impl::enter(Process &process, const Event &event, Strand strand) {
  if (event.call->routine->effect == mpi::Effect::Init) process.constructs.initialize(event.thread);
  context.setOperation(0);
  const bool isTold = !event.starts.empty() || !event.posts.empty() || !event.call->meetings.empty();
  if (process.rank >= 0) context.setNow(order.step(strand, isTold));
  for (const Participation &part : event.starts) part.exchange->publish(part.position, context.now());
  for (const TransferPtr &transfer : event.posts) transfer->own->stamp = context.now();
  for (const MeetingPtr &meeting : event.call->meetings) {
    if (event.call->routine->effect == mpi::Effect::Post) meeting->posted = context.now();
    if (event.call->routine->effect == mpi::Effect::CompleteAccess) meeting->completed = context.now();
  }
  for (const TransferPtr &transfer : event.posts)
    if (transfer->side == Transfer::Side::Send) dispatcher.dispatch<&Rule::onSent>(transfer, context);
  if (process.rank >= 0) values.enter(*event.call, context.now());
  for (const RequestNote &note : event.notes) dispatcher.dispatch<&Rule::onRequest>(note, context);
  for (const OperationPtr &operation : event.started)
    dispatcher.dispatch<&Rule::onStarted>(*operation, *event.call, context);
  judgeArguments(*event.call);
  if (!event.call->memory.empty()) dispatcher.dispatch<&Rule::onMemory>(*event.call, context);
  dispatcher.dispatchCall<&Rule::onEnter>(*event.call->routine, EarlierCalls::concerns(process), *event.call, context);
  process.inside.enter(*event.call);
}

/// Once for calls that repeat each other, as long as no object has changed. Not where a handle is unknown: what is to
/// be said of it then shows only when the call returns.
void Engine::Impl::judgeArguments(const Call &call) {
  CallMemo &deduced = call.deduced();
  if (deduced.faultlessAt == objects.state()) return;
  const std::size_t before = context.findingCount();
  dispatcher.dispatch<&Rule::onArguments>(call, context);
  const bool isInDoubt = std::ranges::find(call.arguments, trace::kUnknownHandle) != call.arguments.end();
  if (context.findingCount() == before && !isInDoubt) deduced.faultlessAt = objects.state();
}

/// Memory that a process exposes no more may be used for something else.
void Engine::Impl::forgetValues(const Call &call) {
  const bool isDetach = call.routine->effect == mpi::Effect::WinDetach;
  if (call.routine->effect != mpi::Effect::WinFree && !isDetach) return;
  const mpi::Role role = isDetach ? mpi::Role::Window : mpi::Role::FreedWindow;
  const Window *window = windows.find(call.argument(role).value_or(trace::kNullHandle));
  if (window == nullptr) return;
  const auto base = static_cast<std::uint64_t>(call.argument(mpi::Role::DetachedBase).value_or(0));
  windows.forEachSpan(*window, call.rank(), [&](const Span &span) {
    if (!isDetach || span.first == base) values.forget(call.rank(), span);
  });
}

void Engine::Impl::leave(Process &process, const Event &event, Strand strand) {
  if (event.call->routine->effect == mpi::Effect::Finalize) process.isOver = true;
  context.setOperation(0);
  for (const Participation &part : event.completions) {
    const Sources sources = sourcesOf(*part.slot->callOf(part.position), part.slot->comm(), part.position);
    part.exchange->complete(part.position, strand, sources, order);
  }
  Stamps heard;
  for (const TransferPtr &transfer : event.received)
    if (transfer->partner && transfer->partner->isOrdered()) heard.push_back(transfer->partner->stamp);
  hearMeetings(event, heard);
  if (!event.values.empty()) values.leave(*event.call, event.values, event.result.time, heard);
  if (!heard.empty()) order.receive(strand, heard);
  if (!heard.empty() && process.hasOtherThreads) process.constructs.hear(event.thread, heard);
  if (event.call->rank() >= 0) context.setNow(order.step(strand, !event.posts.empty()));
  for (const TransferPtr &transfer : event.posts) transfer->own->stamp = context.now();
  objects.leave(*event.call, event.result);
  if (event.result.code == 0) {
    forgetValues(*event.call);
    windows.apply(*event.call);
  }
  for (const TransferPtr &transfer : event.received) {
    if (transfer->side == Transfer::Side::Receive && transfer->partner) transfer->partner->received = context.now();
    dispatchMessage(*transfer);
    if (transfer->side == Transfer::Side::Receive)
      dispatcher.dispatch<&Rule::onReceived>(transfer, *event.call, context);
  }
  for (const OperationPtr &operation : event.completed)
    dispatcher.dispatch<&Rule::onCompleted>(*operation, *event.call, context);
  dispatcher.dispatchCall<&Rule::onLeave>(*event.call->routine, EarlierCalls::concerns(process), *event.call,
                                          event.result, context);
  if (event.result.failure) dispatcher.dispatch<&Rule::onFailed>(*event.call, event.result, context);
  process.inside.leave(*event.call);
}

/// A blocking receive cannot be cancelled: what it gets is certain at once, unless the sender has several threads.
void Engine::Impl::matched(const TransferPtr &receive) {
  schedule.matched(*receive);
  unbuffered.matched(*receive);
  const bool mayChange = receive->partner && receive->partner->by->process->hasManyThreads && !receive->isClosed;
  if (receive->own->by->routine->timing == mpi::Timing::Blocking && !mayChange) dispatchMessage(*receive);
}

void Engine::Impl::dispatchMessage(Transfer &receive) {
  const bool isReceived =
      receive.side == Transfer::Side::Receive && receive.own->call->routine->cls != mpi::Class::Probe;
  if (!isReceived || !receive.partner || std::exchange(receive.isTold, true)) return;
  const Call &send = *receive.partner->call;
  std::uint64_t &agreesWith = receive.own->call->deduced().agreesWith;
  if (agreesWith == send.first().number) return;
  const std::size_t before = context.findingCount();
  dispatcher.dispatch<&Rule::onMessage>(send, *receive.own->call, context);
  if (context.findingCount() == before) agreesWith = send.first().number;
}

/// Up to the first error.
std::vector<report::Finding> Engine::Impl::findingsOn(const Slot &slot) {
  return context.holdBack([&] {
    for (Rule *rule : dispatcher.handling(Handler::Collective)) {
      rule->onCollective(slot, context);
      if (context.holdsError()) return;
    }
  });
}

bool Engine::Impl::isInOrder(const Slot &slot) {
  for (report::Finding &finding : findingsOn(slot)) {
    if (finding.severity == report::Severity::Error) {
      context.expect(finding);
      doubts.insert_or_assign(slot.sequence(), std::move(finding));
      return false;
    }
    context.report(std::move(finding));
  }
  return true;
}

bool Engine::Impl::isFaultless(const Slot &slot) {
  return std::ranges::none_of(
      findingsOn(slot), [](const report::Finding &finding) { return finding.severity == report::Severity::Error; });
}

/// Whether no rule would find an error if just these two members made one collective of these calls. That the others
/// are missing does not count.
bool Engine::Impl::agree(const Slot &slot, const Call &a, const Call &b) {
  Slot both(slot.sequence(), CommunicatorPtr(&slot.comm()));
  for (const Call *call : {&a, &b})
    if (const auto position = slot.comm().positionOf(call->rank())) both.arrive(*position, call->self());
  constexpr report::Rule kMissing = report::rule("coll-mismatch");
  return std::ranges::none_of(findingsOn(both), [&](const report::Finding &finding) {
    return finding.severity == report::Severity::Error && finding.rule != kMissing;
  });
}

void Engine::Impl::decide(const Slot &slot, const std::vector<std::vector<Word>> &words) {
  auto doubt = doubts.extract(slot.sequence());
  const std::size_t before = context.errorCount();
  for (const std::vector<Word> &part : words) {
    const auto misstep = findMisstep(part, [&](const Call &a, const Call &b) { return agree(slot, a, b); });
    if (!misstep) continue;
    dispatcher.dispatch<&Rule::onMisstep>(*misstep, slot, context);
    break;
  }
  if (context.errorCount() == before) context.report(std::move(doubt.mapped()));
}

void Engine::Impl::finish(bool interrupted) {
  for (const auto &[key, process] : processes)
    if (!process->end && (process->signal || !interrupted)) disappear(*process);
  messages.settle();
  schedule.drain();
  collectives.finish();
  for (const TransferPtr &receive : messages.openReceives()) dispatchMessage(*receive);
  if (!interrupted) unbuffered.settle();
  dispatcher.dispatch<&Rule::onFinish>(interrupted, context);
}

RankStatus Engine::Impl::standingOf(const Process &process) const {
  RankStatus rankStatus;
  rankStatus.rank = process.rank;
  rankStatus.since = process.lastTime;
  const ActiveCall *open = process.openCall();
  const Call *call = open != nullptr ? open->call.get() : process.lastCall.get();
  if (call != nullptr) {
    rankStatus.call = call->name();
    rankStatus.site = process.siteOf(*call);
  }
  if (process.end) {
    rankStatus.state = process.end->how == End::How::Exit ? RankStatus::State::Exited : RankStatus::State::Died;
    rankStatus.code = process.end->code;
  } else if (process.finalized) {
    rankStatus.state = RankStatus::State::Finalized;
  } else if (open != nullptr) {
    rankStatus.state = RankStatus::State::Inside;
    rankStatus.waitsFor = waiting.waitsFor(process);
  }
  return rankStatus;
}

std::optional<MemoryModel> findMemoryModel(std::string_view name) {
  const auto *found = std::ranges::find(kMemoryModels, name);
  if (found == kMemoryModels.end()) return std::nullopt;
  return static_cast<MemoryModel>(found - kMemoryModels.begin());
}

Engine::Engine(const EngineOptions &options) : impl_(std::make_unique<Impl>(makeRules(), options)) {}
Engine::Engine(std::vector<std::unique_ptr<Rule>> rules)
    : impl_(std::make_unique<Impl>(std::move(rules), EngineOptions{})) {}
Engine::~Engine() = default;

void Engine::feed(const trace::RecordView &record) { impl_->feed(record); }

void Engine::vanished(trace::ProcessKey process) {
  const auto known = impl_->processes.find(process);
  if (known == impl_->processes.end() || known->second->end) return;
  impl_->disappear(*known->second);
}

void Engine::fedUntil(std::uint64_t node, std::uint64_t time) {
  impl_->readUntil = std::max(impl_->readUntil, time);
  impl_->schedule.fedUntil(node, time);
  impl_->collectives.passed(time);
}

void Engine::finish(bool interrupted) { impl_->finish(interrupted); }

std::vector<report::Finding> Engine::takeFindings() { return impl_->context.takeFindings(); }

bool Engine::stuck() const { return !stuckRanks().empty(); }

std::vector<int> Engine::stuckRanks() const { return impl_->waiting.stuck(); }

std::vector<RankStatus> Engine::rankStatuses() const {
  std::vector<RankStatus> rankStatuses;
  for (const Process *process : impl_->ranks)
    if (process != nullptr) rankStatuses.push_back(impl_->standingOf(*process));
  return rankStatuses;
}

Progress Engine::progressOf(int rank) const {
  const Process *process = impl_->processOf(rank);
  if (process == nullptr || impl_->waiting.needOf(*process).isMet()) return Progress::Free;
  return impl_->waiting.certainNeedOf(*process).isMet() ? Progress::IfGenerous : Progress::Held;
}

std::optional<std::vector<ChosenMessage>> Engine::chooseMessages(int rank) const {
  const Process *process = impl_->processOf(rank);
  const ActiveCall *open = process == nullptr ? nullptr : process->openCall();
  return open == nullptr ? std::vector<ChosenMessage>{} : impl_->matching.chooseMessages(*open);
}

int Engine::ranks() const { return static_cast<int>(impl_->ranks.size()); }

const Coverage &Engine::coverage() const { return impl_->coverage; }

HistorySize Engine::historySize() const {
  HistorySize all;
  for (const RulePtr &rule : impl_->dispatcher.rules()) all += rule->historySize();
  return all;
}

}  // namespace lockstep::engine
