// The OpenMP runtime in symbolic execution: the team is explored as one thread, which does all the work and is selected
// by every construct; Threads.h knows what else could run in parallel.
#include "passes/ir/OpenMpCall.h"
#include "passes/symex/Interpreter.h"
#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

bool Interpreter::executeOpenMp(State &state, const llvm::CallBase &call, const llvm::Function &callee) {
  const OpenMp what = openMpOf(callee);
  switch (what) {
    case OpenMp::None:
      return false;
    case OpenMp::Fork:
    case OpenMp::ForkIf:
      return executeFork(state, call);
    case OpenMp::ForkTeams:
      lose(state, "teams construct");
      return true;
    case OpenMp::DynamicLoop:
    case OpenMp::NextOfLoop:
    case OpenMp::EndDynamicLoop:
      return executeDispatch(state, call, what);
    default:
      break;
  }
  if (!isQuiet(what)) return executeTask(state, call, what);
  executeConstruct(state, call, what);
  Value result = unknown(call.getType(), UnknownKind::Forgotten);
  if (what == OpenMp::Single || what == OpenMp::Master || what == OpenMp::Reduce) result = Value::ofNumber(1);
  if (what == OpenMp::GlobalThreadNumber) result = Value::ofNumber(0);
  setResult(state, call, result);
  afterCall(state, call);
  return true;
}

/// Where an `if` clause may leave the region to one thread, nothing is said of what runs in parallel.

bool Interpreter::executeFork(State &state, const llvm::CallBase &call) {
  const ParallelRegion region = parallelRegionOf(call);
  if (!region.body || region.body->isDeclaration()) return false;
  const bool isTeam = !region.condition || numberOf(state, valueOf(state, *region.condition)).value_or(0) != 0;
  Team team;
  team.threads = state.threadsAsked;
  team.isUnclear = state.team.has_value() || state.threadsAsked == 1 || !isTeam;
  state.threadsAsked = 0;
  std::vector<Value> values;
  for (int i = 0; i < 2; ++i) {  // the thread numbers, by reference
    const std::uint32_t number = newObject(state, Object::Kind::Stack, 4, call);
    state.memory.fill(number, 0, 4, 0, terms_);
    values.push_back(Value::ofPointer(number, 0));
  }
  for (const llvm::Argument &parameter : region.body->args())
    if (const llvm::Value *passed = region.passedFor(call, parameter.getArgNo()))
      values.push_back(valueOf(state, *passed));
  team.firstPrivate = static_cast<std::uint32_t>(state.memory.size());
  const std::size_t depth = state.frames.size();
  enter(state, call, *region.body, values);
  if (state.frames.size() == depth) return true;
  const bool isNested = state.team.has_value();
  if (isNested)
    state.team->isUnclear = true;
  else
    state.team = std::move(team);
  state.frames.back().endsTeam = !isNested;
  return true;
}

namespace {

constexpr unsigned kTask = 2;  // index of the argument in all task calls

}  // namespace

/// The dependences of a task, in clang's layout: address, length, and whether it only reads. False if unknown.
bool Interpreter::dependencesOf(State &state, const llvm::CallBase &call, std::vector<Dependence> &found) {
  constexpr std::int64_t kEntry = 24;
  constexpr std::int64_t kFlags = 16;
  constexpr std::int64_t kOnlyReads = 1;
  const auto count = numberOf(state, valueOf(state, *call.getArgOperand(3)));
  const auto list = placeOf(state, valueOf(state, *call.getArgOperand(4)));
  if (!count || *count > 64 || !list || list->number == Value::kSomewhere) return false;
  for (std::int64_t i = 0; i < *count; ++i) {
    const std::int64_t entry = list->number + i * kEntry;
    const Value address = load(state, Value::ofPointer(list->id, entry), 8);
    const auto flags = numberOf(state, load(state, Value::ofPointer(list->id, entry + kFlags), 1));
    if (!flags || (!address.isPointer() && !address.isNumber())) return false;
    found.push_back({address, *flags != kOnlyReads});
  }
  return true;
}

/// A task is explored where it is created, as a strand of its own.
bool Interpreter::executeTask(State &state, const llvm::CallBase &call, OpenMp what) {
  const auto number = [&](unsigned index) { return numberOf(state, valueOf(state, *call.getArgOperand(index))); };
  switch (what) {
    case OpenMp::TaskAlloc: {
      const auto *body = llvm::dyn_cast<llvm::Function>(call.getArgOperand(5)->stripPointerCasts());
      const std::uint32_t task = newObject(state, Object::Kind::Heap, number(3).value_or(-1), call);
      const std::uint32_t shared = newObject(state, Object::Kind::Heap, number(4).value_or(-1), call);
      state.memory.store(task, 0, 8, Value::ofPointer(shared, 0), terms_);
      if (body && !body->isDeclaration()) state.tasks[task] = body;
      setResult(state, call, Value::ofPointer(task, 0));
      return true;
    }
    case OpenMp::Task:
    case OpenMp::DependentTask:
    case OpenMp::Taskloop: {
      const Value task = valueOf(state, *call.getArgOperand(kTask));
      std::vector<Dependence> dependences;
      const bool isClear = what != OpenMp::DependentTask || dependencesOf(state, call, dependences);
      if (!isClear && state.team) state.team->isUnclear = true;
      const bool joins = what == OpenMp::Taskloop && call.arg_size() > 7 && number(7) == 0;  // no nogroup clause
      const auto body = task.isPointer() ? state.tasks.find(task.id) : state.tasks.end();
      const std::size_t depth = state.frames.size();
      if (body != state.tasks.end()) enter(state, call, *body->second, {Value::ofNumber(0), task});
      if (state.frames.size() == depth) {
        lose(state, "task whose code is not known");
        return true;
      }
      if (!state.team) return true;
      state.frames.back().goesBackTo = state.team->strand;
      state.frames.back().joinsTasks = joins;
      beginTask(*this, state, call, dependences);
      return true;
    }
    case OpenMp::TaskWait:
    case OpenMp::EndTaskGroup:
      joinTasks(state);
      break;
    case OpenMp::TaskGroup:
    case OpenMp::TaskYield:
    case OpenMp::UndeferredTask:
    case OpenMp::EndUndeferredTask:
      break;
    default:
      lose(state, "OpenMP construct that is not understood");
      return true;
  }
  setResult(state, call, Value::ofNumber(0));
  return true;
}

/// A dynamically scheduled loop: this thread gets all iterations at once, and then none.
bool Interpreter::executeDispatch(State &state, const llvm::CallBase &call, OpenMp what) {
  const auto operand = [&](unsigned index) { return valueOf(state, *call.getArgOperand(index)); };
  if (what == OpenMp::DynamicLoop && call.arg_size() == 7) {
    state.dispatch =
        DispatchedLoop{bytesOf(call.getArgOperand(3)->getType()), operand(3), operand(4), operand(5), false};
    if (!state.team) return true;
    const std::int64_t chunk = numberOf(state, operand(6)).value_or(1);
    state.team->loop = SharedLoop{.begin = &call,
                                  .frame = state.frames.size() - 1,
                                  .isChunked = true,
                                  .isDynamic = true,
                                  .chunk = chunk > 0 ? chunk : 1,
                                  .count = 0};
    return true;
  }
  if (what == OpenMp::NextOfLoop && call.arg_size() == 6 && state.dispatch) {
    const bool isMore = !state.dispatch->isTaken;
    state.dispatch->isTaken = true;
    const std::int64_t bytes = state.dispatch->bytes;
    if (isMore) {
      store(state, operand(2), 4, Value::ofNumber(1));
      store(state, operand(3), bytes, state.dispatch->low);
      store(state, operand(4), bytes, state.dispatch->high);
      store(state, operand(5), bytes, state.dispatch->stride);
    } else if (state.team) {
      state.team->loop.reset();
    }
    setResult(state, call, Value::ofNumber(isMore ? 1 : 0));
    return true;
  }
  if (what == OpenMp::EndDynamicLoop) return true;
  lose(state, "OpenMP loop that is not understood");
  return true;
}

void Interpreter::executeConstruct(State &state, const llvm::CallBase &call, OpenMp what) {
  if (what == OpenMp::TeamSize)
    state.threadsAsked = numberOf(state, valueOf(state, *call.getArgOperand(2))).value_or(0);
  if (what == OpenMp::StaticLoop) executeSharedLoop(state, call);
  if (!state.team) return;
  Team &team = *state.team;
  switch (what) {
    case OpenMp::Barrier:
      passBarrier(state);
      break;
    case OpenMp::Single:
      team.strand = {Strand::Kind::Single, &call, 0};
      break;
    case OpenMp::Master:
      team.strand = {Strand::Kind::Master, nullptr, 0};
      break;
    case OpenMp::EndSingle:
    case OpenMp::EndMaster:
      team.strand = {};
      break;
    case OpenMp::EndStaticLoop:
      team.loop.reset();
      break;
    case OpenMp::ThreadNumber:
      team.isUnclear = true;
      break;
    case OpenMp::Flush:
    case OpenMp::LockLife:
    case OpenMp::SetLock:
    case OpenMp::TestLock:
    case OpenMp::UnsetLock:
      listener_.onAtomic(*this, state);
      break;
    case OpenMp::Critical:
    case OpenMp::EndCritical:
      listener_.onAtomic(*this, state);
      team.isExclusive = what == OpenMp::Critical;
      break;
    case OpenMp::Ordered:
    case OpenMp::EndOrdered:
      team.isExclusive = what == OpenMp::Ordered;
      break;
    default:
      break;
  }
}

/// This thread executes all iterations: its chunk is the whole range, and the next one would begin after the end.
void Interpreter::executeSharedLoop(State &state, const llvm::CallBase &call) {
  constexpr std::int64_t kChunked = 33;
  if (call.arg_size() < 9) return;
  const std::int64_t bytes = bytesOf(call.getArgOperand(7)->getType());
  const auto operand = [&](unsigned index) { return valueOf(state, *call.getArgOperand(index)); };
  const auto low = numberOf(state, load(state, operand(4), bytes));
  const auto high = numberOf(state, load(state, operand(5), bytes));
  const std::int64_t count = low && high ? *high - *low + 1 : 0;
  store(state, operand(3), 4, Value::ofNumber(1));
  const bool isChunked = numberOf(state, operand(2)) == kChunked;
  if (isChunked && count > 0) store(state, operand(6), bytes, Value::ofNumber(count));
  if (!state.team) return;
  const std::int64_t chunk = numberOf(state, operand(8)).value_or(1);
  state.team->loop = SharedLoop{.begin = &call,
                                .frame = state.frames.size() - 1,
                                .isChunked = isChunked,
                                .isDynamic = false,
                                .chunk = chunk > 0 ? chunk : 1,
                                .count = count};
}

}  // namespace lockstep::passes::symex
