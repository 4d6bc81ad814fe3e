#include "engine/Intake.h"

#include <algorithm>
#include <utility>

#include "trace/Parts.h"

namespace lockstep::engine {
namespace {

constexpr std::uint32_t kThreadMultiple = 3;  // MPI_THREAD_MULTIPLE in every MPI library

/// Calls whose effects on other ranks are not modeled: they concern processes that other records are about, or none.
bool isUnmodelled(mpi::Class cls) { return cls == mpi::Class::CollectiveProcess; }

/// Looked up when the call is made: the communicator may be freed before the rules get the call.
CommunicatorPtr communicatorOf(const Call &call, const Communicators &communicators) {
  for (const mpi::Role role : {mpi::Role::Comm, mpi::Role::FreedComm})
    if (const auto id = call.argument(role)) return communicators.find(static_cast<std::uint64_t>(*id));
  return nullptr;
}

void define(Process &process, const trace::Neighbors &record) {
  const auto sources = trace::sources(record);
  const auto destinations = trace::destinations(record);
  process.neighbors[record.comm] = {{sources.begin(), sources.end()}, {destinations.begin(), destinations.end()}};
}

/// Only the first fatal error of a process counts; errors of other threads after it are its consequence.
void fail(Process &process, const trace::RecordView &record) {
  auto failure = makeRef<const Failure>(record.as<trace::Failure>());
  if (!failure->isFatal)
    process.intakes.of(record.thread).failure = std::move(failure);
  else if (!process.givenUp)
    process.givenUp = std::move(failure);
}

void noteSignal(Process &process, const trace::Signal &signal) {
  process.signal = End{End::How::Signal, static_cast<int>(signal.number), signal.time, signal.header.site};
  process.signalledThread = signal.thread;
}

void beginOperation(Process &process, const trace::RecordView &record) {
  process.hasOperations = true;
  process.intakes.of(record.thread).operation = record.as<trace::Callback>().function;
}

Event leaveEvent(Process &process, const trace::RecordView &record) {
  const auto &leave = record.as<trace::Leave>();
  ThreadIntake &intake = process.intakes.of(record.thread);
  Event event{record.thread, {}};
  auto &left = event.what.emplace<Event::Leave>(static_cast<mpi::Routine>(leave.routine));
  left.result = decode(leave, std::exchange(intake.arrays, {}));
  if (!intake.values.empty()) left.values = std::exchange(intake.values, {});
  std::swap(left.result.failure, intake.failure);
  std::swap(left.result.misplaced, intake.misplaced);
  return event;
}

Event freedEvent(const trace::RecordView &record) {
  const auto &freed = record.as<trace::Freed>();
  return {record.thread, Event::Freed{Span::at(freed.address, freed.bytes)}};
}

Event releasedEvent(const trace::RecordView &record) {
  const auto &released = record.as<trace::Released>();
  return {record.thread, Event::Released{{released.address, released.address + released.bytes},
                                         {released.how, released.header.site, released.stack, record.thread}}};
}

Event exitEvent(const trace::RecordView &record) {
  const auto &exit = record.as<trace::Exit>();
  return {0, End{End::How::Exit, exit.status, exit.time}};
}

}  // namespace

void Intake::feed(const trace::RecordView &record) {
  Process &process = world_.processes.of(record.process);
  if (process.end) return;
  if (process.signal && trace::isCallOf(record, process.signalledThread)) process.signal.reset();
  switch (record.header->kind) {
    case trace::Kind::Process:
      return identify(process, record.as<trace::Process>());
    case trace::Kind::Module:
      return process.sites.define(record.as<trace::Module>());
    case trace::Kind::Site:
      return process.sites.define(record.as<trace::Site>());
    case trace::Kind::ResolvedSite:
      return process.sites.define(record.as<trace::ResolvedSite>());
    case trace::Kind::Stack:
      return process.sites.define(record.as<trace::Stack>());
    case trace::Kind::Comm:
      return world_.communicators.define(record.process, record.as<trace::Comm>());
    case trace::Kind::Type:
      world_.objects.define(process, record.as<trace::Type>());
      return process.types.define(record.as<trace::Type>());
    case trace::Kind::Neighbors:
      return define(process, record.as<trace::Neighbors>());
    case trace::Kind::Group:
      return process.groups.define(record.as<trace::Group>());
    case trace::Kind::Window:
      collectives_.define(record.as<trace::Window>());
      return world_.windows.define(process.rank, record.as<trace::Window>());
    case trace::Kind::SharedPart:
      return world_.windows.define(process.rank, record.as<trace::SharedPart>());
    case trace::Kind::Layout:
      return process.layouts.define(record.as<trace::Layout>());
    case trace::Kind::Array:
      return append(process.intakes.of(record.thread).arrays, record.as<trace::Array>());
    case trace::Kind::Memory:
      return process.intakes.of(record.thread)
          .memory.push_back(knownMemory(record.as<trace::Memory>(), process.layouts));
    case trace::Kind::Value:
      return noteValue(process, record);
    case trace::Kind::Failure:
      return fail(process, record);
    case trace::Kind::Callback:
      return beginOperation(process, record);
    case trace::Kind::Misplaced:
      process.intakes.of(record.thread).misplaced = makeRef<const Misplaced>(record.as<trace::Misplaced>());
      return;
    case trace::Kind::Enter:
      return enter(process, record);
    case trace::Kind::Leave:
      return pass(process, leaveEvent(process, record));
    case trace::Kind::ThreadOrder:
      return orderThreads(process, record);
    case trace::Kind::Access:
      return access(process, record.thread, record.as<trace::Access>());
    case trace::Kind::AccessBits:
      return access(process, record.thread, record.as<trace::AccessBits>());
    case trace::Kind::Freed:
      return pass(process, freedEvent(record));
    case trace::Kind::Released:
      return pass(process, releasedEvent(record));
    case trace::Kind::Signal:
      return noteSignal(process, record.as<trace::Signal>());
    case trace::Kind::Exit:
      return pass(process, exitEvent(record));
    case trace::Kind::Round:
      return;
  }
}

/// Assigns the rank. A spawned process, or one that claims the rank of another process (a second job in one launch
/// line), belongs to another world and gets no rank.
void Intake::identify(Process &process, const trace::Process &record) {
  world_.objects.define(process, record);
  if (process.rank >= 0 || process.isOfAnotherWorld) return;
  Processes &processes = world_.processes;
  if (record.isSpawned != 0 || (!processes.ranks().empty() && !processes.isRankFree(record.worldRank))) {
    process.isOfAnotherWorld = true;
    const auto isEnter = [](const Event &event) { return event.as<Event::Enter>() != nullptr; };
    coverage_.calls -= static_cast<std::uint64_t>(std::ranges::count_if(process.heldBack, isEnter));
    process.heldBack.clear();
    ++coverage_.otherProcesses;
    return;
  }
  if (processes.ranks().empty()) setWorldSize(record.worldSize);
  processes.setRank(process, static_cast<int>(record.worldRank));
  process.lastTime = record.time;
  process.requestBytes = record.requestBytes;
  process.threadLevelAsked = record.threadLevelAsked;
  process.threadLevelGranted = record.threadLevelGranted;
  process.hasManyThreads = record.threadLevelGranted >= kThreadMultiple;
  pass(process, {0, Event::Initialized{}});
}

void Intake::setWorldSize(std::uint32_t size) {
  world_.processes.setWorldSize(size);
  world_.order.setClock(makeClock(world_.options.clock, size));
  world_.communicators.defineWorld(static_cast<int>(size));
}

void Intake::enter(Process &process, const trace::RecordView &record) {
  ThreadIntake &intake = process.intakes.of(record.thread);
  auto call = decode(record, record.as<trace::Enter>(), std::exchange(intake.arrays, {}));
  if (!call) return;
  call->process = &process;
  call->number = ++calls_;
  call->comm = communicatorOf(*call, world_.communicators);
  call->isNested = !intake.open.empty();
  call->isOutside = !process.isInitialized || process.finalized;
  attachTypes(*call, process.types);
  call->values = std::exchange(intake.values, {});
  if (!intake.memory.empty()) call->memory = std::exchange(intake.memory, {});
  process.repeats.note(call);
  world_.exposures.enter(*call, process.groups);
  if (process.isOfAnotherWorld) return;
  ++coverage_.calls;
  if (isUnmodelled(call->routine->cls) && unmodelled_.insert(std::string(call->name())).second)
    coverage_.unmodelled.assign(unmodelled_.begin(), unmodelled_.end());
  pass(process, {record.thread, Event::Enter{std::move(call)}});
}

void Intake::orderThreads(Process &process, const trace::RecordView &record) {
  const auto &order = record.as<trace::ThreadOrder>();
  process.noteThreads(order.event, order.object);
  pass(process, {record.thread, Event::Thread{order.event, order.object}});
}

/// Values of atomic accesses are events of their own, all others belong to a call.
void Intake::noteValue(Process &process, const trace::RecordView &record) {
  const auto &value = record.as<trace::Value>();
  if (value.role != trace::ValueRole::Loaded && value.role != trace::ValueRole::Stored)
    return process.intakes.of(record.thread).values.push_back(value);
  if (process.rank < 0) return;
  process.lastTime = value.time;
  pass(process, {record.thread, Event::Atomic{value}});
}

template <class Accesses>
void Intake::access(Process &process, unsigned thread, const Accesses &accesses) {
  if (process.rank < 0) return;
  sink_.access(process, thread, process.hasOperations ? process.intakes.of(thread).operation : 0, accesses);
}

/// If a process ends without a rank, the events held back are judged in isolation: they cannot match another rank's.
void Intake::pass(Process &process, Event &&event) {
  if (process.isOfAnotherWorld) return;
  if (process.rank < 0 && event.as<End>() == nullptr) return process.heldBack.push_back(std::move(event));
  for (Event &held : std::exchange(process.heldBack, {})) sink_.take(process, std::move(held));
  sink_.take(process, std::move(event));
}

void Intake::readUntil(std::uint64_t time) { readUntil_ = std::max(readUntil_, time); }

/// Without a record, the end time is when the absence was noticed, if anybody did.
void Intake::end(Process &process) {
  if (process.end) return;
  const End vanished{End::How::Vanished, 0, std::max(process.lastTime, readUntil_)};
  pass(process, {0, process.signal.value_or(vanished)});
}

}  // namespace lockstep::engine
