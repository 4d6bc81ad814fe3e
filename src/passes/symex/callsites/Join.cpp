#include "passes/symex/callsites/Join.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep::passes::symex {

namespace {

void invalidate(State &state, const Value &lost) {
  if (lost.isHandle() && lost.id < state.held.size()) state.held[lost.id].isInvalidated = true;
  if (lost.isPointer()) state.exposed.insert(lost.id);
}

/// Mostly both paths have the same ones.
void addLocals(std::vector<std::uint32_t> &locals, const std::vector<std::uint32_t> &other) {
  const auto differing = std::ranges::mismatch(locals, other).in2;
  for (const std::uint32_t local : std::ranges::subrange(differing, other.end()))
    if (std::ranges::find(locals, local) == locals.end()) locals.push_back(local);
}

void joinFrames(State &state, Frame &other) {
  Frame &frame = state.frames.back();
  std::vector<const llvm::Value *> differing;
  for (const auto &[key, value] : frame.registers) {
    const auto same = other.registers.find(key);
    if (same == other.registers.end() || same->second != value) differing.push_back(key);
  }
  for (const llvm::Value *key : differing) {
    invalidate(state, frame.registers.lookup(key));
    frame.registers.erase(key);
  }
  for (const auto &[key, value] : other.registers)
    if (!frame.registers.contains(key)) invalidate(state, value);
  addLocals(frame.locals, other.locals);
}

void joinObjects(State &state, const State &other) {
  const std::size_t both = std::min(state.held.size(), other.held.size());
  for (std::size_t i = 0; i < state.held.size(); ++i)
    if (i >= both) state.held[i].isInvalidated = true;
  for (std::size_t i = 0; i < other.held.size(); ++i) {
    const MpiObject &theirs = other.held[i];
    if (i >= both) {
      state.held.push_back(theirs);
      state.held.back().isInvalidated = true;
      continue;
    }
    MpiObject &ours = state.held[i];
    const bool isSame = ours.made == theirs.made && ours.isFreed == theirs.isFreed && ours.content == theirs.content;
    if (!ours.made) ours = theirs;
    ours.isAdrift = ours.isAdrift || theirs.isAdrift;
    ours.isInvalidated = ours.isInvalidated || theirs.isInvalidated || !isSame;
  }
}

bool isSame(const PendingOperation &a, const PendingOperation &b) {
  return a.made == b.made && a.since == b.since && a.request == b.request && a.window == b.window &&
         a.target == b.target && a.parts == b.parts;
}

/// What is not pending on both paths writes its buffer at a time that is not known.
void joinPending(Interpreter &interpreter, State &state, const State &other) {
  const auto isIn = [](const std::vector<PendingOperation> &list, const PendingOperation &pending) {
    return std::ranges::any_of(list, [&](const PendingOperation &each) { return isSame(each, pending); });
  };
  std::vector<PendingOperation> lost;
  std::ranges::copy_if(state.pendingOperations, std::back_inserter(lost),
                       [&](const auto &pending) { return !isIn(other.pendingOperations, pending); });
  std::ranges::copy_if(other.pendingOperations, std::back_inserter(lost),
                       [&](const auto &pending) { return !isIn(state.pendingOperations, pending); });
  std::erase_if(state.pendingOperations, [&](const auto &pending) { return isIn(lost, pending); });
  for (PendingOperation &pending : state.pendingOperations)
    for (const PendingOperation &theirs : other.pendingOperations)
      if (isSame(pending, theirs)) pending.isReported |= theirs.isReported;
  for (const PendingOperation &pending : lost)
    for (const Part &part : pending.parts)
      if (part.isWritten) interpreter.forget(state, Value::ofPointer(part.object, 0), UnknownKind::Forgotten);
}

/// A variable that one path has not used yet has its first content there.
void addGlobals(Interpreter &interpreter, State &state, const State &other) {
  for (const auto &[variable, object] : other.globals)
    if (!state.globals.contains(variable))
      if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(variable)) interpreter.globalObject(state, *global);
}

/// In linear time: mostly both paths have the same ones.
template <class Container>
void addAll(Container &container, const Container &other) {
  const auto less = [&](const auto &a, const auto &b) { return container.value_comp()(a, b); };
  auto place = container.begin();
  for (const auto &entry : other) {
    while (place != container.end() && less(*place, entry)) ++place;
    if (place == container.end() || less(entry, *place)) container.insert(place, entry);
  }
}

template <class Map>
void keepCommon(Map &map, const Map &other) {
  std::erase_if(map, [&](const auto &entry) {
    const auto same = other.find(entry.first);
    return same == other.end() || same->second != entry.second;
  });
}

void joinTeams(State &state, State &other) {
  if (!state.team && !other.team) return;
  if (!state.team) state.team = std::move(other.team);
  const bool isSame =
      other.team && state.team->uses.size() == other.team->uses.size() && state.team->strand == other.team->strand;
  if (!isSame) state.team->isUnclear = true;
}

}  // namespace

void join(Interpreter &interpreter, State &state, State other) {
  addGlobals(interpreter, state, other);
  addGlobals(interpreter, other, state);
  joinObjects(state, other);
  joinFrames(state, other.frames.back());
  state.memory.join(other.memory, interpreter.terms(), [&](const Value &lost) { invalidate(state, lost); });
  joinPending(interpreter, state, other);
  state.facts.join(other.facts);
  addAll(state.foreign, other.foreign);
  addAll(state.exposed, other.exposed);
  if (!state.skipped.isSameObject(other.skipped))
    state.skipped.edit().insert(other.skipped->begin(), other.skipped->end());
  addAll(state.calls, other.calls);
  addAll(state.completed, other.completed);
  addAll(state.chosen, other.chosen);
  state.lifecycle.join(other.lifecycle);
  if (!state.lastCall) state.lastCall = other.lastCall;
  if (state.threadsAsked != other.threadsAsked) state.threadsAsked = 0;
  keepCommon(state.tasks, other.tasks);
  state.tasksMade = std::max(state.tasksMade, other.tasksMade);
  state.dispatch.reset();
  joinTeams(state, other);
}

}  // namespace lockstep::passes::symex
