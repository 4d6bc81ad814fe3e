// Memory that pending operations own, and accesses that come too early.
#include <algorithm>

#include "passes/ir/SourceSite.h"
#include "passes/symex/mpi/MpiModel.h"
#include "semantics/PendingBuffer.h"
#include "semantics/arguments/MemoryArguments.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Effect;
using mpi::Role;
using mpi::Timing;
using report::SiteRole;

bool overlap(const Part &a, const Part &b) {
  if (a.term != 0 && a.term == b.term) return true;
  return a.object == b.object && a.run && b.run && semantics::overlap(*a.run, *b.run);
}

semantics::StridedRun moved(semantics::StridedRun run, std::int64_t by) {
  run.offset += by;
  return run;
}

/// At the place that comes too early, which makes the call or does what is named.
Note raceNote(const State &state, PendingOperation &pending, const llvm::Instruction &at, std::string_view call,
              const semantics::BufferVerdict &found) {
  Note note = makeNote(state, found.verdict, at, std::string(found.label));
  note.finding.sites.front().role = SiteRole::Access;
  if (note.finding.sites.front().call.empty()) note.finding.sites.front().call = call;
  addSecond(note, *pending.since, SiteRole::Access, std::string(found.operationLabel));
  note.anchor = pending.since;  // every path that comes there is asked whether the access follows
  note.second = &at;
  if (pending.made != pending.since)
    note.finding.sites.push_back(siteAt(*pending.made, SiteRole::Creation, "the operation is set up here"));
  pending.isReported = true;
  return note;
}

/// Nothing is said of an operation twice, nor where unseen code may have completed it.
bool isJudged(const State &state, const PendingOperation &pending) {
  return !pending.isReported && (pending.request == 0 || !state.held[pending.request].isInvalidated);
}

/// A window exposes its memory like an operation that lasts until the window is freed.
bool isExposure(const PendingOperation &pending) { return pending.routine->effect == Effect::WinCreate; }

/// Whether the window of the exposure may have been freed by code that was not seen.
bool isWindowOpen(const State &state, const PendingOperation &exposure) {
  return std::ranges::any_of(state.held, [&](const MpiObject &held) {
    return held.made == exposure.made && !held.isFreed && !held.isInvalidated;
  });
}

Note goneNote(const State &state, PendingOperation &exposure, const llvm::Instruction &at, semantics::MemoryEnd how) {
  const bool isReturn = how == semantics::MemoryEnd::Return;
  Note note = makeNote(state, semantics::windowMemoryGone(isReturn, false), at, "");
  note.finding.sites.push_back(siteAt(*exposure.made, SiteRole::Creation, "the window is created here"));
  note.anchor = exposure.since;  // every path that comes there is asked whether the memory ends too early
  note.second = &at;
  exposure.isReported = true;
  return note;
}

/// The memory of some of the objects ends.
template <class IsEnded>
void judgeEnd(State &state, const llvm::Instruction &at, std::string_view what, semantics::MemoryEnd how,
              IsEnded isEnded) {
  for (PendingOperation &pending : state.pendingOperations)
    if (isJudged(state, pending) && (!isExposure(pending) || isWindowOpen(state, pending)) &&
        std::ranges::any_of(pending.parts, [&](const Part &part) { return isEnded(part.object); }))
      addNote(state, isExposure(pending)
                         ? goneNote(state, pending, at, how)
                         : raceNote(state, pending, at, what, semantics::endsWhilePending(*pending.routine, how)));
}

/// Once the operation is complete nobody knows what lies where it wrote.
void land(State &state, const PendingOperation &pending, ExprPool &terms) {
  for (const Part &part : pending.parts) {
    if (!part.isWritten || !state.memory[part.object].isAlive) continue;
    if (part.run && !part.isPresumed)
      state.memory.forgetPart(part.object, part.run->offset, endOfBytes(*part.run) - part.run->offset,
                              kindOfResult(*pending.routine), terms);
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
      if (isPlaced && !print.isWhole && print.runs.empty() && plan.displacements < 0)
        parts.push_back(
            {place->id, semantics::StridedRun{.offset = place->number, .length = 1}, print.isWritten, true});
      else if (!isPlaced || !print.isWhole)
        parts.push_back({.object = place->id,
                         .isWritten = print.isWritten,
                         .isPresumed = !isPlaced,
                         .term = address->isTerm() && !isPlaced ? address->id : 0});
    }
  }
  std::ranges::move(arraysOf(view), std::back_inserter(parts));
  return parts;
}

void judgeAccess(State &state, const llvm::Instruction &at, const mpi::RoutineInfo *routine, const Part &part) {
  for (std::size_t i = state.pendingOperations.size(); i-- > 0;) {
    PendingOperation &pending = state.pendingOperations[i];
    if (!isJudged(state, pending)) continue;
    for (const Part &owned : pending.parts) {
      if (part.isPresumed || (owned.isPresumed && routine) || !overlap(owned, part)) continue;
      const auto found = semantics::judgeUses({pending.routine, owned.isWritten}, {routine, part.isWritten},
                                              semantics::UseOrder::WhilePending);
      if (!found) continue;
      const std::string_view call = routine != nullptr ? routine->name : part.isWritten ? "store" : "load";
      Note note = raceNote(state, pending, placeInProgram(state, at), call, *found);
      if (owned.isPresumed) note.finding.severity = std::max(note.finding.severity, report::Severity::Warning);
      return addNote(state, std::move(note));
    }
  }
}

void noteParallel(State &state, const Use &operation, const Use &other) {
  const std::optional<MpiCall> call = MpiCall::of(*operation.at);
  if (!call) return;
  const std::optional<MpiCall> second = MpiCall::of(*other.at);
  const auto found =
      semantics::judgeUses({&call->info(), operation.isWrite}, {second ? &second->info() : nullptr, other.isWrite},
                           semantics::UseOrder::Unordered);
  if (!found) return;
  Note note = makeNote(state, found->verdict, *other.at, std::string(found->label));
  note.finding.sites.front().role = SiteRole::Access;
  if (!second) note.finding.sites.front().call = other.isWrite ? "store" : "load";
  addSecond(note, *operation.at, SiteRole::Access, std::string(found->operationLabel));
  note.anchor = operation.at;
  note.second = other.at;
  addNote(state, std::move(note));
}

void beginOperation(const CallView &view, PendingOperation pending) {
  const std::optional<MpiCall> made = MpiCall::of(*pending.made);
  for (const Part &part : pending.parts) judgeAccess(view.state(), view.at(), &made->info(), part);
  for (const Part &part : pending.parts) recordUse(view.interpreter(), view.state(), view.at(), part, true);
  if (!pending.parts.empty()) view.state().pendingOperations.push_back(std::move(pending));
}

/// The memory given to a window; where it begins and ends does not matter to its end.
void exposeMemory(const CallView &view) {
  const auto base = view.value(Role::WindowBase);
  const auto place =
      base && !isSpecialBuffer(view.state(), *base) ? view.interpreter().placeOf(view.state(), *base) : std::nullopt;
  if (!place || view.number(Role::WindowSize) == 0) return;
  view.state().pendingOperations.push_back({.made = &view.at(),
                                            .since = &view.at(),
                                            .routine = &view.routine(),
                                            .parts = {{place->id, {}, false}},
                                            .request = 0,
                                            .window = {},
                                            .target = {}});
}

void endExposure(const CallView &view) {
  const auto address = view.value(Role::FreedWindow);
  const MpiObject *window =
      address ? view.held(view.interpreter().load(view.state(), *address, view.bytesOfHandle(mpi::Element::Window)))
              : nullptr;
  std::erase_if(view.state().pendingOperations, [&](const PendingOperation &pending) {
    return isExposure(pending) && (!window || pending.made == window->made);
  });
}

void applyBuffers(const CallView &view) {
  const mpi::RoutineInfo &routine = view.routine();
  if (routine.effect == Effect::WinCreate) exposeMemory(view);
  if (routine.effect == Effect::WinFree) endExposure(view);
  const bool isPartitioned = routine.cls == mpi::Class::Partition;
  if (routine.timing == Timing::Persistent || isPartitioned) return;
  const bool goesOn = routine.timing == Timing::Nonblocking || isRma(routine.cls);
  if (!goesOn && view.state().pendingOperations.empty() && !view.state().team) return;
  std::vector<Part> parts = partsOf(view);
  if (!goesOn) {
    for (const Part &part : parts) judgeAccess(view.state(), view.at(), &routine, part);
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
  if (access.term != 0) {
    const Part part{.isWritten = access.isWrite, .term = access.term};
    return judgeAccess(state, at, nullptr, part);
  }
  traceAccess(state, at, access);
  if (access.bytes <= 0 || (state.pendingOperations.empty() && !state.team)) return;
  const semantics::StridedRun run{.offset = access.offset, .length = static_cast<std::uint64_t>(access.bytes)};
  const Part part{access.object, run, access.isWrite};
  recordUse(interpreter, state, at, part, false);
  judgeAccess(state, at, nullptr, part);
}

void MpiModel::onFree(Interpreter &, State &state, const llvm::Instruction &at, std::uint32_t object) {
  judgeEnd(state, placeInProgram(state, at), "free", semantics::MemoryEnd::Free,
           [&](std::uint32_t owned) { return owned == object; });
}

void MpiModel::onReturn(Interpreter &, State &state, const Frame &frame, const llvm::Instruction &at) {
  judgeEnd(state, at, "return", semantics::MemoryEnd::Return,
           [&](std::uint32_t owned) { return std::ranges::find(frame.locals, owned) != frame.locals.end(); });
}

}  // namespace lockstep::passes::symex
