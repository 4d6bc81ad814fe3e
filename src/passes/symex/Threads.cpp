#include <algorithm>

#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

constexpr std::size_t kMostUses = 512;
constexpr std::size_t kMostTasks = 128;

/// The current iteration: the iteration of the loop that the compiler generated for it.
std::optional<std::int64_t> iterationOf(const Interpreter &interpreter, const State &state, const SharedLoop &shared) {
  if (shared.frame >= state.frames.size()) return std::nullopt;
  const Frame &frame = state.frames[shared.frame];
  std::vector<const llvm::Loop *> loops;  // innermost first
  for (const llvm::Loop *loop = interpreter.program().loopsOf(*frame.function).getLoopFor(frame.block); loop;
       loop = loop->getParentLoop())
    if (!loop->contains(shared.begin->getParent())) loops.push_back(loop);
  const std::size_t depth = shared.isChunked ? 2 : 1;
  if (loops.size() < depth) return std::nullopt;
  const auto count = frame.loops.find(loops[loops.size() - depth]->getHeader());
  return count == frame.loops.end() ? std::nullopt : std::optional<std::int64_t>(count->second.rounds);
}

/// Iterations that certainly run on one thread are one strand.
Strand strandNow(const Interpreter &interpreter, const State &state) {
  const Team &team = *state.team;
  if (!team.loop || team.strand.kind == Strand::Kind::Task) return team.strand;
  const std::optional<std::int64_t> iteration = iterationOf(interpreter, state, *team.loop);
  if (!iteration) return team.strand;
  std::int64_t index = *iteration;
  if (team.loop->isDynamic) {
    index /= team.loop->chunk;
  } else if (team.threads > 0 && team.loop->isChunked) {
    index = index / team.loop->chunk % team.threads;
  } else if (team.threads > 0 && team.loop->count > 0) {
    index /= (team.loop->count + team.threads - 1) / team.threads;
  }
  return {Strand::Kind::Iteration, team.loop->begin, index};
}

bool mayRunTogether(const Strand &a, const Strand &b) {
  return a != b && (a.kind != Strand::Kind::Master || b.kind != Strand::Kind::Master);
}

bool isOrdered(const Use &first, const Use &second) { return first.isPublished && second.hasAcquired; }

/// Whether the task began only after the use at this position.
bool precedesTask(const Team &team, std::size_t position, Strand task) {
  const Strand user = team.uses[position].strand;
  while (task.kind == Strand::Kind::Task) {
    const auto known = team.tasks.find(task.index);
    if (known == team.tasks.end()) return false;
    const TaskOrder &order = known->second;
    if (user == order.parent && position < order.usesBefore) return true;
    if (user.kind == Strand::Kind::Task && order.after.contains(user.index)) return true;
    task = order.parent;
  }
  return false;
}

bool mustWait(const TaskOrder &later, const TaskOrder &earlier) {
  for (const Dependence &mine : later.dependences)
    for (const Dependence &theirs : earlier.dependences)
      if (mine.address == theirs.address && (mine.isOut || theirs.isOut)) return true;
  return false;
}

bool conflict(const Use &a, const Use &b) {
  if (!a.isOperation && !b.isOperation) return false;
  if (a.object != b.object || (!a.isWrite && !b.isWrite) || !overlap(a.run, b.run)) return false;
  if (!mayRunTogether(a.strand, b.strand) || (a.isExclusive && b.isExclusive)) return false;
  return !isOrdered(a, b) && !isOrdered(b, a);
}

}  // namespace

void recordUse(const Interpreter &interpreter, State &state, const llvm::Instruction &at, const Part &part,
               bool isOperation) {
  if (!state.team || state.team->isUnclear || !part.run || part.isPresumed) return;
  Team &team = *state.team;
  const Object &object = state.memory[part.object];
  const bool isShared = part.object < team.firstPrivate || object.kind == Object::Kind::Global;
  if (!isShared) return;
  Use use{.object = part.object,
          .run = *part.run,
          .isWrite = part.isWritten,
          .isOperation = isOperation,
          .at = &placeInProgram(state, at),
          .strand = strandNow(interpreter, state),
          .isExclusive = team.isExclusive,
          .hasAcquired = team.hasAcquired};
  for (std::size_t i = 0; i < team.uses.size(); ++i) {
    const Use &other = team.uses[i];
    if (conflict(other, use) && !precedesTask(team, i, use.strand))
      noteParallel(state, isOperation ? use : other, isOperation ? other : use);
  }
  const bool isKnown = std::ranges::any_of(team.uses, [&](const Use &other) {
    return other.at == use.at && other.run == use.run && other.object == use.object && other.strand == use.strand;
  });
  if (!isKnown) team.uses.push_back(use);
  if (team.uses.size() > kMostUses) team.isUnclear = true;
}

/// An atomic operation or a lock: it may publish earlier accesses to whoever synchronizes later.
void synchronize(const Interpreter &interpreter, State &state) {
  if (!state.team) return;
  const Strand strand = strandNow(interpreter, state);
  for (Use &use : state.team->uses)
    if (use.strand == strand) use.isPublished = true;
  state.team->hasAcquired = true;
}

void beginTask(const Interpreter &interpreter, State &state, const llvm::CallBase &made,
               const std::vector<Dependence> &dependences) {
  if (!state.team) return;
  Team &team = *state.team;
  TaskOrder order{
      .parent = strandNow(interpreter, state), .usesBefore = team.uses.size(), .after = {}, .dependences = dependences};
  team.strand = {Strand::Kind::Task, &made, ++state.tasksMade};
  if (team.tasks.size() >= kMostTasks) team.isUnclear = true;
  if (team.isUnclear) return;
  for (const auto &[number, earlier] : team.tasks) {
    if (earlier.parent != order.parent || !mustWait(order, earlier)) continue;
    order.after.insert(earlier.after.begin(), earlier.after.end());
    order.after.insert(number);
  }
  team.tasks.emplace(state.tasksMade, std::move(order));
}

void joinTasks(State &state) {
  if (!state.team) return;
  for (Use &use : state.team->uses)
    if (use.strand.kind == Strand::Kind::Task) use.strand = state.team->strand;
}

void passBarrier(State &state) {
  if (!state.team) return;
  state.team->uses.clear();
  state.team->tasks.clear();
  state.team->hasAcquired = false;
}

}  // namespace lockstep::passes::symex
