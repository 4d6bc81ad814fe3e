// Memory that operations in flight own, and accesses that come too early.
#include <fmt/format.h>

#include <algorithm>

#include "passes/ir/SourceSite.h"
#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Effect;
using mpi::Role;
using mpi::Routine;
using mpi::Timing;
using report::Help;
using report::SiteRole;

constexpr auto kBufferRace = report::rule("buffer-race");
constexpr auto kRmaRace = report::rule("rma-race-local");

bool overlap(const Part &a, const Part &b) {
  return a.object == b.object && a.run && b.run && semantics::overlap(*a.run, *b.run);
}

semantics::StridedRun moved(semantics::StridedRun run, std::int64_t by) {
  run.offset += by;
  return run;
}

std::string sayAccess(const PendingOperation &pending, bool pendingWrites, std::string_view what, bool writes) {
  const std::string_view name = pending.routine->name;
  if (!writes) return fmt::format("{} reads a buffer that a pending {} writes to", what, name);
  if (!pendingWrites) return fmt::format("{} writes to a buffer that a pending {} still reads", what, name);
  return fmt::format("{} writes to a buffer that a pending {} also writes to", what, name);
}

/// The access is the first site: what must come before it stands there.
Help helpFor(const PendingOperation &pending, std::string_view what) {
  const std::string_view name = pending.routine->name;
  if (pending.request != 0 && !pending.window)
    return report::compose(
        "complete the request of {} with {} or another completion call before {}{}, or use other memory", name,
        mpi::info(Routine::Wait).name, what, Help::AtSite{0});
  return report::compose("complete {}{} with a flush or the end of its epoch before {}{}, or use other memory", name,
                         Help::AtSite{1}, what, Help::AtSite{0});
}

struct Offence {
  const llvm::Instruction &at;
  std::string_view what;  // in words: "the store"
  std::string_view call;  // as a site has it: "store"
  std::string label;
};

Note raceNote(const State &state, PendingOperation &pending, const Offence &offence, std::string message) {
  const std::optional<MpiCall> other = MpiCall::of(offence.at);
  const bool isOfRma = pending.window.has_value() || (other && isRma(other->info().cls));
  Note note = makeNote(state, isOfRma ? kRmaRace : kBufferRace, std::move(message), offence.at, offence.label);
  note.finding.sites.front().role = SiteRole::Access;
  if (note.finding.sites.front().call.empty()) note.finding.sites.front().call = offence.call;
  addSecond(note, *pending.since, SiteRole::Access, "in flight since here");
  note.anchor = pending.since;  // every path that comes there is asked whether the access follows
  note.second = &offence.at;
  if (pending.made != pending.since)
    note.finding.sites.push_back(siteAt(*pending.made, SiteRole::Creation, "the operation is set up here"));
  note.finding.help = helpFor(pending, offence.what);
  pending.isReported = true;
  return note;
}

/// Once the operation is complete nobody knows what lies where it wrote.
void land(State &state, const PendingOperation &pending, ExprPool &terms) {
  for (const Part &part : pending.parts) {
    if (!part.isWritten || !state.memory[part.object].isAlive) continue;
    if (part.run)
      state.memory.forgetPart(part.object, part.run->offset, endOfBytes(*part.run) - part.run->offset,
                              UnknownKind::Forgotten, terms);
    else
      state.memory.forget(part.object, UnknownKind::Forgotten);
  }
}

}  // namespace

std::vector<Part> partsOf(const CallView &view) {
  std::vector<Part> parts;
  for (const mpi::BufferPlan &plan : view.routine().buffers()) {
    const auto buffer = static_cast<std::size_t>(plan.buffer);
    const auto address = view.value(buffer);
    if (!address || isSpecialBuffer(view.state(), *address) || !view.isSignificant(buffer)) continue;
    const auto place = view.interpreter().placeOf(view.state(), *address);
    if (!place) continue;
    for (const Footprint &print : footprintsOf(view, buffer)) {
      const bool isPlaced = place->number != Value::kSomewhere;
      if (isPlaced)
        for (const semantics::StridedRun &run : print.runs)
          parts.push_back({place->id, moved(run, place->number), print.isWritten});
      if (!isPlaced || !print.isWhole) parts.push_back({place->id, {}, print.isWritten});
    }
  }
  std::ranges::move(arraysOf(view), std::back_inserter(parts));
  return parts;
}

void judgeAccess(State &state, const llvm::Instruction &at, std::string_view what, const Part &part) {
  for (std::size_t i = state.pendingOperations.size(); i-- > 0;) {
    PendingOperation &pending = state.pendingOperations[i];
    if (pending.isReported || (pending.request != 0 && state.held[pending.request].isInvalidated)) continue;
    for (const Part &owned : pending.parts) {
      if (!overlap(owned, part) || (!owned.isWritten && !part.isWritten)) continue;
      const bool isCall = MpiCall::of(at).has_value();
      const std::string_view call = isCall ? what : part.isWritten ? "store" : "load";
      const Offence offence{placeInProgram(state, at), what, call, part.isWritten ? "writes here" : "reads here"};
      return addNote(state,
                     raceNote(state, pending, offence, sayAccess(pending, owned.isWritten, what, part.isWritten)));
    }
  }
}

void noteParallel(State &state, const Use &operation, const Use &other) {
  const std::optional<MpiCall> call = MpiCall::of(*operation.at);
  const std::optional<MpiCall> second = MpiCall::of(*other.at);
  if (!call) return;
  const bool isOfRma = isRma(call->info().cls) || (second && isRma(second->info().cls));
  const std::string_view what = second ? second->info().name : other.isWrite ? "a store" : "a load";
  Note note =
      makeNote(state, isOfRma ? kRmaRace : kBufferRace,
               fmt::format("{} by another thread {} memory that {} {}", what, other.isWrite ? "writes to" : "reads",
                           call->info().name, operation.isWrite ? "writes to" : "reads"),
               *other.at, other.isWrite ? "writes here" : "reads here");
  note.finding.sites.front().role = SiteRole::Access;
  if (!second) note.finding.sites.front().call = other.isWrite ? "store" : "load";
  addSecond(note, *operation.at, SiteRole::Access, "may run at the same time");
  note.anchor = operation.at;
  note.second = other.at;
  note.finding.help = report::compose("complete {}{} and put a thread barrier between it and {}{}, or use other memory",
                                      call->info().name, Help::AtSite{1},
                                      second          ? second->info().name
                                      : other.isWrite ? "the store"
                                                      : "the load",
                                      Help::AtSite{0});
  note.finding.cause.kind = report::Cause::Kind::Unordered;
  addNote(state, std::move(note));
}

void beginOperation(const CallView &view, PendingOperation pending) {
  const std::optional<MpiCall> made = MpiCall::of(*pending.made);
  for (const Part &part : pending.parts) judgeAccess(view.state(), view.at(), made->info().name, part);
  for (const Part &part : pending.parts) recordUse(view.interpreter(), view.state(), view.at(), part, true);
  if (!pending.parts.empty()) view.state().pendingOperations.push_back(std::move(pending));
}

void applyBuffers(const CallView &view) {
  const mpi::RoutineInfo &routine = view.routine();
  const bool isPartitioned = routine.cls == mpi::Class::Partition;
  if (routine.timing == Timing::Persistent || isPartitioned) return;
  const bool goesOn = routine.timing == Timing::Nonblocking || isRma(routine.cls);
  if (!goesOn && view.state().pendingOperations.empty() && !view.state().team) return;
  std::vector<Part> parts = partsOf(view);
  if (!goesOn) {
    for (const Part &part : parts) judgeAccess(view.state(), view.at(), view.name(), part);
    for (const Part &part : parts) recordUse(view.interpreter(), view.state(), view.at(), part, true);
    return;
  }
  PendingOperation pending{.made = &view.at(),
                           .since = &view.at(),
                           .routine = &routine,
                           .parts = std::move(parts),
                           .request = 0,
                           .window = {},
                           .target = {}};
  if (isRma(routine.cls)) {
    pending.window = view.value(Role::Window);
    pending.target = view.number(Role::Target);
  }
  beginOperation(view, std::move(pending));
}

void endOperations(Interpreter &interpreter, State &state,
                   const std::function<bool(const PendingOperation &)> &isOver) {
  for (const PendingOperation &pending : state.pendingOperations)
    if (isOver(pending)) land(state, pending, interpreter.terms());
  std::erase_if(state.pendingOperations, isOver);
}

void endOperationsOf(Interpreter &interpreter, State &state, std::uint32_t request) {
  endOperations(interpreter, state, [&](const PendingOperation &pending) { return pending.request == request; });
}

void MpiModel::onAccess(Interpreter &interpreter, State &state, const llvm::Instruction &at, const Access &access) {
  traceAccess(state, at, access);
  if (access.bytes <= 0 || (state.pendingOperations.empty() && !state.team)) return;
  const semantics::StridedRun run{.offset = access.offset, .length = static_cast<std::uint64_t>(access.bytes)};
  const Part part{access.object, run, access.isWrite};
  recordUse(interpreter, state, at, part, false);
  judgeAccess(state, at, access.isWrite ? "the store" : "the load", part);
}

void MpiModel::onFree(Interpreter &, State &state, const llvm::Instruction &at, std::uint32_t object) {
  for (PendingOperation &pending : state.pendingOperations) {
    const bool isOwned = std::ranges::any_of(pending.parts, [&](const Part &part) { return part.object == object; });
    if (!isOwned || pending.isReported || (pending.request != 0 && state.held[pending.request].isInvalidated)) continue;
    addNote(state, raceNote(state, pending, {placeInProgram(state, at), "it is freed", "free", "is freed here"},
                            fmt::format("memory is freed while a pending {} still uses it", pending.routine->name)));
  }
}

void MpiModel::onReturn(Interpreter &, State &state, const Frame &frame, const llvm::Instruction &at) {
  for (PendingOperation &pending : state.pendingOperations) {
    const bool isOwned = std::ranges::any_of(pending.parts, [&](const Part &part) {
      return std::ranges::find(frame.locals, part.object) != frame.locals.end();
    });
    if (!isOwned || pending.isReported || (pending.request != 0 && state.held[pending.request].isInvalidated)) continue;
    addNote(state, raceNote(state, pending, {at, "the function returns", "return", "the variable ends here"},
                            fmt::format("the function returns while a pending {} still uses its local variable",
                                        pending.routine->name)));
  }
}

}  // namespace lockstep::passes::symex
