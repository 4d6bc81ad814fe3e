// OpenMP's runtime in a play: the team is explored as one thread, which does all the work. What a construct gives to
// one of the threads, it gets; Threads.h knows what else could run at the same time.
#include <llvm/ADT/StringSwitch.h>

#include "passes/symex/Interpreter.h"
#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

bool Interpreter::executeOpenMp(State &state, const llvm::CallBase &call, const llvm::Function &callee) {
  const llvm::StringRef name = callee.getName();
  if (!callee.isDeclaration() || (!name.starts_with("__kmpc_") && !name.starts_with("omp_"))) return false;
  if (name == "__kmpc_fork_call") return executeFork(state, call);
  if (name.contains("task")) return executeTask(state, call, name);
  if (name.starts_with("__kmpc_dispatch")) return executeDispatch(state, call, name);
  if (name.starts_with("__kmpc_fork")) {
    lose(state);
    return true;
  }
  executeConstruct(state, call, name);
  Value result = unknown(call.getType(), UnknownKind::Forgotten);
  if (name == "__kmpc_single" || name == "__kmpc_master" || name == "__kmpc_masked") result = Value::ofNumber(1);
  if (name == "__kmpc_global_thread_num") result = Value::ofNumber(0);
  if (name.starts_with("__kmpc_reduce")) result = Value::ofNumber(1);
  setResult(state, call, result);
  afterCall(state, call);
  return true;
}

bool Interpreter::executeFork(State &state, const llvm::CallBase &call) {
  const auto *body = llvm::dyn_cast<llvm::Function>(call.getArgOperand(2)->stripPointerCasts());
  if (!body || body->isDeclaration()) return false;
  Team team;
  team.threads = state.threadsAsked;
  team.isUnclear = state.team.has_value() || state.threadsAsked == 1;
  state.threadsAsked = 0;
  std::vector<Value> values;
  for (int i = 0; i < 2; ++i) {  // the numbers of the thread, by reference
    const std::uint32_t number = newObject(state, Object::Kind::Stack, 4, call);
    state.memory.fill(number, 0, 4, 0, terms_);
    values.push_back(Value::ofPointer(number, 0));
  }
  for (unsigned i = 3; i < call.arg_size(); ++i) values.push_back(valueOf(state, *call.getArgOperand(i)));
  team.firstPrivate = static_cast<std::uint32_t>(state.memory.size());
  const std::size_t depth = state.frames.size();
  enter(state, call, *body, values);
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

enum class TaskCall : std::uint8_t { Other, Allocate, Make, MakeDependent, MakeLoop, Join, Nothing };

TaskCall taskCallOf(llvm::StringRef name) {
  return llvm::StringSwitch<TaskCall>(name)
      .Case("__kmpc_omp_task_alloc", TaskCall::Allocate)
      .Case("__kmpc_omp_task", TaskCall::Make)
      .Case("__kmpc_omp_task_with_deps", TaskCall::MakeDependent)
      .Cases("__kmpc_taskloop", "__kmpc_taskloop_5", TaskCall::MakeLoop)
      .Cases("__kmpc_omp_taskwait", "__kmpc_omp_taskwait_deps_51", "__kmpc_end_taskgroup", TaskCall::Join)
      .Cases("__kmpc_taskgroup", "__kmpc_omp_taskyield", TaskCall::Nothing)
      .Cases("__kmpc_omp_task_begin_if0", "__kmpc_omp_task_complete_if0", TaskCall::Nothing)
      .Default(TaskCall::Other);
}

constexpr unsigned kTask = 2;  // argument of all calls that make one

}  // namespace

/// What the task depends on, as clang lays it out: address, length, and whether it only reads. False where it cannot be
/// told.
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

/// A task is explored where it is made, as a strand of its own.
bool Interpreter::executeTask(State &state, const llvm::CallBase &call, llvm::StringRef name) {
  const auto number = [&](unsigned index) { return numberOf(state, valueOf(state, *call.getArgOperand(index))); };
  const TaskCall kind = taskCallOf(name);
  switch (kind) {
    case TaskCall::Allocate: {
      const auto *body = llvm::dyn_cast<llvm::Function>(call.getArgOperand(5)->stripPointerCasts());
      const std::uint32_t task = newObject(state, Object::Kind::Heap, number(3).value_or(-1), call);
      const std::uint32_t shared = newObject(state, Object::Kind::Heap, number(4).value_or(-1), call);
      state.memory.store(task, 0, 8, Value::ofPointer(shared, 0), terms_);
      if (body && !body->isDeclaration()) state.tasks[task] = body;
      setResult(state, call, Value::ofPointer(task, 0));
      return true;
    }
    case TaskCall::Make:
    case TaskCall::MakeDependent:
    case TaskCall::MakeLoop: {
      const Value task = valueOf(state, *call.getArgOperand(kTask));
      std::vector<Dependence> dependences;
      const bool isClear = kind != TaskCall::MakeDependent || dependencesOf(state, call, dependences);
      if (!isClear && state.team) state.team->isUnclear = true;
      const bool joins = kind == TaskCall::MakeLoop && call.arg_size() > 7 && number(7) == 0;  // no nogroup
      const auto body = task.isPointer() ? state.tasks.find(task.id) : state.tasks.end();
      const std::size_t depth = state.frames.size();
      if (body != state.tasks.end()) enter(state, call, *body->second, {Value::ofNumber(0), task});
      if (state.frames.size() == depth) {
        lose(state);
        return true;
      }
      if (!state.team) return true;
      state.frames.back().goesBackTo = state.team->strand;
      state.frames.back().joinsTasks = joins;
      beginTask(*this, state, call, dependences);
      return true;
    }
    case TaskCall::Join:
      joinTasks(state);
      break;
    case TaskCall::Nothing:
      break;
    case TaskCall::Other:
      lose(state);
      return true;
  }
  setResult(state, call, Value::ofNumber(0));
  return true;
}

/// A loop that is given out at run time: this thread gets all of it at once, and then nothing more.
bool Interpreter::executeDispatch(State &state, const llvm::CallBase &call, llvm::StringRef name) {
  const auto operand = [&](unsigned index) { return valueOf(state, *call.getArgOperand(index)); };
  const std::int64_t bytes = name.contains("_8") ? 8 : 4;
  if (name.starts_with("__kmpc_dispatch_init") && call.arg_size() == 7) {
    state.dispatch = PromoteIndirectCalls{operand(3), operand(4), operand(5), false};
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
  if (name.starts_with("__kmpc_dispatch_next") && call.arg_size() == 6 && state.dispatch) {
    const bool isMore = !state.dispatch->isTaken;
    state.dispatch->isTaken = true;
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
  if (name.starts_with("__kmpc_dispatch_fini") || name.starts_with("__kmpc_dispatch_deinit")) return true;
  lose(state);
  return true;
}

void Interpreter::executeConstruct(State &state, const llvm::CallBase &call, llvm::StringRef name) {
  const auto number = [&](unsigned index) { return numberOf(state, valueOf(state, *call.getArgOperand(index))); };
  if (name == "__kmpc_push_num_threads") state.threadsAsked = number(2).value_or(0);
  if (name.starts_with("__kmpc_for_static_init")) executeSharedLoop(state, call, name.contains("_8"));
  if (!state.team) return;
  Team &team = *state.team;
  if (name == "__kmpc_barrier" || name == "__kmpc_cancel_barrier") passBarrier(state);
  if (name == "__kmpc_single") team.strand = {Strand::Kind::Single, &call, 0};
  if (name == "__kmpc_master" || name == "__kmpc_masked") team.strand = {Strand::Kind::Master, nullptr, 0};
  if (name == "__kmpc_end_single" || name == "__kmpc_end_master" || name == "__kmpc_end_masked") team.strand = {};
  if (name == "__kmpc_for_static_fini") team.loop.reset();
  if (name == "omp_get_thread_num") team.isUnclear = true;
  if (name == "__kmpc_flush" || name.contains("_lock")) listener_.onAtomic(*this, state);
  if (name == "__kmpc_critical" || name == "__kmpc_end_critical") {
    listener_.onAtomic(*this, state);
    team.isExclusive = name == "__kmpc_critical";
  }
  if (name == "__kmpc_ordered" || name == "__kmpc_end_ordered") team.isExclusive = name == "__kmpc_ordered";
}

/// All iterations are this thread's: its part is the whole, and the next one would begin behind the end.
void Interpreter::executeSharedLoop(State &state, const llvm::CallBase &call, bool isLong) {
  constexpr std::int64_t kChunked = 33;
  if (call.arg_size() < 9) return;
  const std::int64_t bytes = isLong ? 8 : 4;
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
