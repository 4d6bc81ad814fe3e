// The life cycle of requests in symbolic execution: created, started, completed, freed; and the errors at its end.
#include <llvm/IR/Constants.h>

#include <algorithm>
#include <utility>

#include "mpi/Completion.h"
#include "passes/symex/mpi/MpiModel.h"
#include "semantics/arguments/RequestArguments.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Effect;
using mpi::Element;
using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-request");

/// A variable that holds a request.
struct Slot {
  Value address;
  Value content;
};

/// The variables passed to a call; nothing if some are unknown.
std::optional<std::vector<Slot>> slotsOf(const CallView &view) {
  Interpreter &interpreter = view.interpreter();
  State &state = view.state();
  const bool isList = view.routine().indexOf(Role::Requests) >= 0;
  const llvm::Value *operand = view.call().operand(isList ? Role::Requests : Role::Request);
  if (!operand) return std::nullopt;
  const auto length = isList ? view.number(Role::Length) : std::optional<std::int64_t>(1);
  const auto place = interpreter.placeOf(state, interpreter.valueOf(state, *operand));
  if (length == 0) return std::vector<Slot>{};
  if (!length || !place || place->number == Value::kSomewhere || *length < 0 || *length > 4096) return std::nullopt;
  const std::int64_t bytes = view.bytesOfHandle(Element::Request);
  std::vector<Slot> slots;
  for (std::int64_t i = 0; i < *length; ++i) {
    const Value address = Value::ofPointer(place->id, place->number + i * bytes);
    slots.push_back({address, interpreter.load(state, address, bytes)});
  }
  return slots;
}

/// The requests passed to the call in any form, as far as known.
std::vector<Slot> givenTo(const CallView &view) {
  if (const auto request = view.value(Role::RequestValue)) return {{.address = {}, .content = *request}};
  return slotsOf(view).value_or(std::vector<Slot>());
}

/// Invalidates requests that the call may or may not have completed. If the list is unknown they may be any: two
/// unknown pointers may alias. `isTold`: the known requests of the list have been completed.
void invalidateList(const CallView &view, bool isTold) {
  State &state = view.state();
  for (MpiObject &held : state.held) held.isInvalidated = held.isInvalidated || held.isAdrift;
  const bool isList = view.routine().indexOf(Role::Requests) >= 0;
  const llvm::Value *operand = view.call().operand(isList ? Role::Requests : Role::Request);
  const Value list = operand ? view.interpreter().valueOf(state, *operand) : Value{};
  const auto place = view.interpreter().placeOf(state, list);
  const bool isForeign = !place || state.memory[place->id].kind == Object::Kind::Foreign;
  if (!isForeign && isTold) return;
  if (!isForeign) return view.interpreter().forget(state, list, UnknownKind::Forgotten);
  for (MpiObject &held : state.held)
    if (const auto *request = held.as<Request>(); request && request->state.isActive) held.isInvalidated = true;
}

Request *requestIn(const CallView &view, const Slot &slot) { return view.held<Request>(slot.content); }

/// One of which something may be said.
Request *knownIn(const CallView &view, const Slot &slot) {
  MpiObject *held = view.held(slot.content);
  return held ? held->known<Request>() : nullptr;
}

Request *activeIn(const CallView &view, const Slot &slot) {
  Request *request = requestIn(view, slot);
  return request && request->state.isActive ? request : nullptr;
}

bool isUnknown(const CallView &view, const Slot &slot) {
  return !slot.content.isHandle() && !view.isNull(Element::Request, slot.content);
}

void setToNull(const CallView &view, const Slot &slot) {
  view.state().completed.insert(slot.address);
  view.interpreter().store(view.state(), slot.address, view.bytesOfHandle(Element::Request),
                           view.nullOf(Element::Request));
}

void complete(const CallView &view, const Slot &slot) {
  Request *request = activeIn(view, slot);
  if (!request) return;
  request->state.complete(&view.at());
  endOperationsOf(view.interpreter(), view.state(), slot.content.id);
  if (request->state.ended) setToNull(view, slot);
}

/// Records whether there was anything to wait for: a call that never has an active request is pointless, but harmless
/// if it only repeats an earlier completion. Requests that an earlier call could have left incomplete count as active.
void noteUse(const CallView &view, const std::vector<Slot> &slots) {
  const bool isNeeded =
      slots.empty() || std::ranges::any_of(slots, [&](const Slot &slot) {
        return !view.isNull(Element::Request, slot.content) || view.state().chosen.contains(slot.address);
      });
  (isNeeded ? view.state().needed : view.state().pointless).insert(&view.at());
  if (std::ranges::any_of(slots, [&](const Slot &slot) { return view.state().completed.contains(slot.address); }))
    view.state().repeated.insert(&view.at());
}

void writeNumber(const CallView &view, Role role, std::int64_t number) {
  const int index = view.routine().indexOf(role);
  if (index >= 0) view.write(static_cast<std::size_t>(index), 4, Value::ofNumber(number));
}

void writeOpen(const CallView &view, Role role) {
  const int index = view.routine().indexOf(role);
  if (index < 0) return;
  view.write(static_cast<std::size_t>(index), 4, view.interpreter().terms().leaf(32, UnknownKind::Free));
}

constexpr std::int64_t kUndefinedIndex = -32766;

std::int64_t indexFor(const CallView &view, std::size_t slot) {
  return static_cast<std::int64_t>(slot) + (view.call().isFortran() ? 1 : 0);
}

/// Completes what the call completes if it completes anything: all, the first active request, or all active ones.
void completeSome(const CallView &view, const std::vector<Slot> &slots) {
  const mpi::Completion completes = mpi::completionOf(view.routine().effect).completes;
  if (completes == mpi::Completion::All) {
    for (const Slot &slot : slots) complete(view, slot);
    return;
  }
  const bool isAny = completes == mpi::Completion::Any;
  if (std::ranges::count_if(slots, [&](const Slot &slot) { return activeIn(view, slot) != nullptr; }) > 1)
    for (const Slot &slot : slots) view.state().chosen.insert(slot.address);
  std::vector<std::int64_t> indices;
  for (std::size_t i = 0; i < slots.size() && (!isAny || indices.empty()); ++i) {
    if (!activeIn(view, slots[i])) continue;
    complete(view, slots[i]);
    indices.push_back(indexFor(view, i));
  }
  writeNumber(view, Role::Index, indices.empty() ? kUndefinedIndex : indices.front());
  writeNumber(view, Role::OutCount, indices.empty() ? kUndefinedIndex : static_cast<std::int64_t>(indices.size()));
  const llvm::Value *list = view.call().operand(Role::Indices);
  const auto place =
      list ? view.interpreter().placeOf(view.state(), view.interpreter().valueOf(view.state(), *list)) : std::nullopt;
  if (!place || place->number == Value::kSomewhere) return;
  for (std::size_t i = 0; i < indices.size(); ++i)
    view.interpreter().store(view.state(),
                             Value::ofPointer(place->id, place->number + 4 * static_cast<std::int64_t>(i)), 4,
                             Value::ofNumber(indices[i]));
}

/// A test may be unsuccessful, but not forever.
void forkFalseTest(const CallView &view, const std::vector<Slot> &slots) {
  State &state = view.state();
  bool mayFail = false;
  for (const Slot &slot : slots)
    if (const Request *request = activeIn(view, slot); request && request->falseTests == 0) mayFail = true;
  if (!mayFail) return;
  state.certainty = std::max(state.certainty, PathCertainty::Free);
  State &other = view.interpreter().forkAfter(state, view.at());
  const CallView failed(view.interpreter(), other, view.call());
  for (const Slot &slot : slots)
    if (Request *request = activeIn(failed, slot)) ++request->falseTests;
  writeNumber(failed, Role::Flag, 0);
  writeNumber(failed, Role::OutCount, 0);
}

void applyCompletion(const CallView &view) {
  const mpi::CompletionForm form = mpi::completionOf(view.routine().effect);
  const auto slots = slotsOf(view);
  const bool isOpen = !slots || std::ranges::any_of(*slots, [&](const Slot &slot) { return isUnknown(view, slot); });
  for (const Slot &slot : slots.value_or(std::vector<Slot>()))
    if (Request *request = requestIn(view, slot)) request->state.await(&view.at());
  if (isOpen) {
    view.state().needed.insert(&view.at());
    const bool completesAll = slots && form.completes == mpi::Completion::All && !form.mayFail;
    if (completesAll)
      for (const Slot &slot : *slots) complete(view, slot);
    invalidateList(view, completesAll);
    for (const Role role : {Role::Flag, Role::Index, Role::OutCount}) writeOpen(view, role);
    return;
  }
  noteUse(view, *slots);
  if (form.mayFail) forkFalseTest(view, *slots);
  writeNumber(view, Role::Flag, 1);
  completeSome(view, *slots);
}

void start(const CallView &view, const Slot &slot) {
  Request *request = knownIn(view, slot);
  if (!request || !request->state.isPersistent) return;
  if (const auto misuse = request->state.start(&view.at())) {
    Note note = makeNote(view.state(), *misuse);
    std::swap(note.anchor, note.second);  // certain if every path to the first start has the second
    return addNote(view.state(), std::move(note));
  }
  if (!request->state.isActive) return;
  request->falseTests = 0;
  if (request->partitions > 0) return;
  beginOperation(view, {.made = request->state.made,
                        .since = &view.at(),
                        .routine = request->state.routine,
                        .parts = request->parts,
                        .request = slot.content.id,
                        .window = {},
                        .target = {}});
}

void applyFree(const CallView &view, const Slot &slot) {
  if (Request *request = knownIn(view, slot)) {
    if (const auto misuse = request->state.free(&view.at())) addNote(view.state(), makeNote(view.state(), *misuse));
    endOperationsOf(view.interpreter(), view.state(), slot.content.id);
  }
  setToNull(view, slot);
}

/// The parts of the operation are known before its request is.
void makeRequest(const CallView &view) {
  const int index = view.routine().indexOf(Role::NewRequest);
  const llvm::Value *operand = view.call().operand(static_cast<std::size_t>(index));
  if (!operand) return;
  State &state = view.state();
  const Value address = view.interpreter().valueOf(state, *operand);
  const Value old = view.interpreter().load(state, address, view.bytesOfHandle(Element::Request));
  if (Request *request = requestIn(view, {address, old})) request->state.overwrite(view.routine(), &view.at());

  Request made{.state = {view.routine(), &view.at()}};
  if (made.state.isPersistent) made.parts = partsOf(view);
  const bool isReadyLater =
      view.routine().indexOf(Role::Partitions) >= 0 && view.routine().indexOf(Role::ReadBuffer) >= 0;
  if (isReadyLater) made.partitions = view.number(Role::Partitions).value_or(1);
  const std::uint32_t handle = view.interpreter().newHandle(state, {.made = &view.at(), .content = std::move(made)});
  for (PendingOperation &pending : state.pendingOperations)
    if (pending.made == &view.at() && pending.request == 0 && pending.routine == &view.routine())
      pending.request = handle;
  view.interpreter().store(state, address, view.bytesOfHandle(Element::Request), Value::ofHandle(handle), operand);
}

/// The partitions that the call marks ready; none if unknown.
std::vector<std::int64_t> readyPartitions(const CallView &view) {
  if (const int list = view.routine().indexOf(Role::PartitionList); list >= 0)
    return view.numbers(static_cast<std::size_t>(list), view.number(Role::Length).value_or(0))
        .value_or(std::vector<std::int64_t>{});
  const auto first = view.number(Role::Partition);
  const auto last = view.routine().indexOf(Role::LastPartition) < 0 ? first : view.number(Role::LastPartition);
  std::vector<std::int64_t> partitions;
  for (std::int64_t i = first.value_or(0); first && last && i <= *last && i < *first + 4096; ++i)
    partitions.push_back(i);
  return partitions;
}

/// How many the operation has, if known.
std::optional<std::int64_t> partitionCount(const Request &request) {
  const llvm::Value *count = MpiCall::of(*request.state.made)->operand(Role::Partitions);
  const auto *number = count ? llvm::dyn_cast<llvm::ConstantInt>(count) : nullptr;
  if (number) return number->getSExtValue();
  return request.partitions > 1 ? std::optional(request.partitions) : std::nullopt;
}

void complain(const CallView &view, report::Rule rule, std::size_t argument, semantics::Complaint complaint,
              const Request &request, report::Severity severity = report::Severity::Error) {
  Note note = argumentNote(view, rule, argument, std::move(complaint));
  note.finding.severity = severity;
  note.finding.sites.push_back(siteAt(*request.state.made, report::SiteRole::Creation, "is set up here"));
  addNote(view.state(), std::move(note));
}

/// Where the call names the partition: in a list, or as an end of a range.
std::size_t partitionArgument(const CallView &view, std::int64_t partition) {
  const mpi::RoutineInfo &routine = view.routine();
  const int last = routine.indexOf(Role::LastPartition);
  if (last >= 0 && partition == view.number(Role::LastPartition)) return static_cast<std::size_t>(last);
  const int list = routine.indexOf(Role::PartitionList);
  return static_cast<std::size_t>(list >= 0 ? list : routine.indexOf(Role::Partition));
}

/// Whether the bytes of the partition have been marked ready since the start.
bool isReady(const State &state, std::uint32_t request, const Part &part) {
  return std::ranges::any_of(state.pendingOperations, [&](const PendingOperation &pending) {
    return pending.request == request && std::ranges::any_of(pending.parts, [&](const Part &ready) {
             return ready.object == part.object && ready.run == part.run && part.run && part.run->length > 0;
           });
  });
}

void judgePartitions(const CallView &view, const Value &handle) {
  const Request *request = knownIn(view, {.address = {}, .content = handle});
  if (!request || !request->state.isPersistent || request->state.ended) return;
  const bool isReadyCall = view.routine().effect == Effect::Ready;
  const auto given = static_cast<std::size_t>(view.routine().indexOf(Role::RequestValue));
  if (isReadyCall && !request->state.isActive)
    return complain(view, kRule, given, semantics::readyWhileInactive(), *request);
  if (!isReadyCall && request->state.isUnstarted())
    complain(view, kRule, given, semantics::arrivedWithoutStart(), *request, report::Severity::Warning);
  const auto count = partitionCount(*request);
  for (const std::int64_t partition : readyPartitions(view))
    if (count && (partition < 0 || partition >= *count))
      return complain(view, report::rule("arg-other"), partitionArgument(view, partition),
                      semantics::noPartition(partition, *count), *request);
}

void declareReady(const CallView &view, const Value &request) {
  const Request *held = knownIn(view, {.address = {}, .content = request});
  if (!held || !held->state.isActive || held->partitions <= 0 || held->parts.size() != 1) return;
  const Part whole = held->parts.front();
  if (!whole.run || whole.run->count != 1) return;  // partitions of types with gaps are not modeled
  const std::uint64_t bytes = whole.run->length / static_cast<std::uint64_t>(held->partitions);
  PendingOperation pending{.made = held->state.made,
                           .since = &view.at(),
                           .routine = held->state.routine,
                           .parts = {},
                           .request = request.id,
                           .window = {},
                           .target = {}};
  for (const std::int64_t partition : readyPartitions(view)) {
    if (partition < 0 || partition >= held->partitions) continue;
    const std::int64_t offset = whole.run->offset + partition * static_cast<std::int64_t>(bytes);
    const Part part{whole.object, semantics::StridedRun{.offset = offset, .length = bytes}, false};
    if (isReady(view.state(), request.id, part))
      return complain(view, report::rule("arg-other"), partitionArgument(view, partition),
                      semantics::readyTwice(partition), *held);
    pending.parts.push_back(part);
  }
  beginOperation(view, std::move(pending));
}

}  // namespace

std::optional<std::vector<std::uint32_t>> requestsOf(const CallView &view) {
  const auto slots = slotsOf(view);
  if (!slots) return std::nullopt;
  std::vector<std::uint32_t> requests;
  for (const Slot &slot : *slots) {
    if (isUnknown(view, slot)) return std::nullopt;
    const Request *request = requestIn(view, slot);
    if (request && (request->state.isActive || request->state.isPersistent)) requests.push_back(slot.content.id);
  }
  return requests;
}

void judgeRequests(const CallView &view) {
  const auto argument = semantics::requestArgument(view.routine());
  if (!argument) return;
  const Role role = view.routine().args()[*argument].role;
  for (const Slot &slot : givenTo(view)) {
    const Request *request = knownIn(view, slot);
    if (!request) continue;
    const llvm::CallBase *ended = request->state.ended;
    const bool isNoStart = mpi::startsRequests(view.routine().effect) && !request->state.isPersistent;
    if (!ended && !isNoStart) continue;
    const mpi::RoutineInfo &by = ended ? MpiCall::of(*ended)->info() : *request->state.routine;
    Note note = argumentNote(view, kRule, *argument,
                             ended ? semantics::goneRequest(role, by) : semantics::notPersistent(role, by));
    if (ended) note.finding.sites.push_back(siteAt(*ended, report::SiteRole::Sync, semantics::endOfRequest(by)));
    note.finding.sites.push_back(siteAt(*request->state.made, report::SiteRole::Creation, "is created here"));
    return addNote(view.state(), std::move(note));
  }
}

void applyRequests(const CallView &view) {
  if (view.routine().indexOf(Role::NewRequest) >= 0) return makeRequest(view);
  if (mpi::completesRequests(view.routine().effect)) return applyCompletion(view);
  switch (view.routine().effect) {
    case Effect::Start:
    case Effect::StartAll:
    case Effect::Cancel:
    case Effect::RequestFree: {
      const auto slots = slotsOf(view);
      if (!slots) return invalidateList(view, false);
      for (const Slot &slot : *slots) {
        if (view.routine().effect == Effect::RequestFree) {
          applyFree(view, slot);
        } else if (view.routine().effect == Effect::Cancel) {
          if (Request *request = requestIn(view, slot)) request->state.isCancelled = true;
        } else {
          start(view, slot);
        }
      }
      return;
    }
    default:
      break;
  }
  const auto request = view.value(Role::RequestValue);
  const bool isOfPartitions = view.routine().effect == Effect::Ready || view.routine().effect == Effect::Arrived;
  if (request && isOfPartitions) judgePartitions(view, *request);
  if (request && view.routine().effect == Effect::Ready) return declareReady(view, *request);
  const bool isQuestion = view.routine().effect == Effect::None || view.routine().effect == Effect::Arrived;
  if (request && request->isHandle() && isQuestion)
    endOperationsOf(view.interpreter(), view.state(), request->id);  // if the answer is yes
}

void judgeRequestsAtEnd(State &state) {
  for (const MpiObject &held : state.held) {
    const auto *request = held.known<Request>();
    if (!request) continue;
    if (const auto misuse = request->state.judgeEnd()) addNote(state, makeNote(state, *misuse));
  }
}

}  // namespace lockstep::passes::symex
