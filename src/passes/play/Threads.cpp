#include <algorithm>

#include "passes/play/MpiModel.h"

namespace lockstep::passes::play {

namespace {

constexpr std::size_t kMostUses = 512;

/// The iteration that is being run: the rounds of the loop that the compiler made for it.
std::optional<std::int64_t> iterationOf(const Machine &machine, const State &state, const SharedLoop &shared) {
  if (shared.frame >= state.frames.size()) return std::nullopt;
  const Frame &frame = state.frames[shared.frame];
  std::vector<const llvm::Loop *> loops;  // innermost first
  for (const llvm::Loop *loop = machine.program().loopsOf(*frame.function).getLoopFor(frame.block); loop;
       loop = loop->getParentLoop())
    if (!loop->contains(shared.begin->getParent())) loops.push_back(loop);
  const std::size_t depth = shared.isChunked ? 2 : 1;
  if (loops.size() < depth) return std::nullopt;
  const auto count = frame.loops.find(loops[loops.size() - depth]->getHeader());
  return count == frame.loops.end() ? std::nullopt : std::optional<std::int64_t>(count->second.rounds);
}

/// Iterations that one thread surely runs are one strand.
Strand strandNow(const Machine &machine, const State &state) {
  const Team &team = *state.team;
  if (!team.loop || team.strand.kind == Strand::Kind::Task) return team.strand;
  const std::optional<std::int64_t> iteration = iterationOf(machine, state, *team.loop);
  if (!iteration) return team.strand;
  std::int64_t index = *iteration;
  if (team.threads > 0 && team.loop->isChunked) {
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

bool conflict(const Use &a, const Use &b) {
  if (!a.isOperation && !b.isOperation) return false;
  if (a.object != b.object || a.low >= b.high || b.low >= a.high || (!a.isWrite && !b.isWrite)) return false;
  if (!mayRunTogether(a.strand, b.strand) || (a.isExclusive && b.isExclusive)) return false;
  return !isOrdered(a, b) && !isOrdered(b, a);
}

}  // namespace

void recordUse(const Machine &machine, State &state, const llvm::Instruction &at, const Part &part, bool isOperation) {
  if (!state.team || state.team->isUnclear || part.high <= part.low) return;
  Team &team = *state.team;
  const Object &object = state.memory[part.object];
  const bool isShared = part.object < team.firstPrivate || object.kind == Object::Kind::Global;
  if (!isShared) return;
  Use use{part.object,      part.low, part.high,       part.isWritten, isOperation, &at, strandNow(machine, state),
          team.isExclusive, false,    team.hasAcquired};
  for (const Use &other : team.uses)
    if (conflict(other, use)) noteParallel(state, isOperation ? use : other, isOperation ? other : use);
  const bool isKnown = std::ranges::any_of(team.uses, [&](const Use &other) {
    return other.at == use.at && other.low == use.low && other.object == use.object && other.strand == use.strand;
  });
  if (!isKnown) team.uses.push_back(use);
  if (team.uses.size() > kMostUses) team.isUnclear = true;
}

/// An atomic operation or a lock: what comes before it may be seen by whoever looks after it.
void synchronize(const Machine &machine, State &state) {
  if (!state.team) return;
  const Strand strand = strandNow(machine, state);
  for (Use &use : state.team->uses)
    if (use.strand == strand) use.isPublished = true;
  state.team->hasAcquired = true;
}

void joinTasks(State &state) {
  if (!state.team) return;
  for (Use &use : state.team->uses)
    if (use.strand.kind == Strand::Kind::Task) use.strand = state.team->strand;
}

void passBarrier(State &state) {
  if (!state.team) return;
  state.team->uses.clear();
  state.team->hasAcquired = false;
}

}  // namespace lockstep::passes::play
