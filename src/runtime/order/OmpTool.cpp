// The order by OpenMP, as reported by its runtime library through OMPT (libomp and its derivatives).
//
//   parallel    fork to the begin of every implicit task; its arrival at the last barrier to the end of the region
//   barrier     every arrival to every departure, explicit, implicit and of the library's own
//   task        creation to begin; its end to the end of a taskwait of its parent, of the taskgroup, of the barrier
//   depend      a task's end to the begin of the sibling that depends on it, by variable: writers and readers as with
//               a read-write lock
//   doacross    a post to every wait behind it
//
// Locks, critical and ordered regions are in OmpLock.cpp: OMPT reports a release only after it.
//
// What a thread does in a task is reported as the task's: it is unordered with what the thread did before and after it.
// Exceptions are undeferred tasks, which are part of their creator, and tasks of taskloops, which count as their
// thread's code: where the library keeps their data is unknown. Memory of a task on its thread's stack is unrelated to
// the next task's. An object that is reused needs no cleaning: its new owner releases through it first.
//
// The user's own OMPT tool has precedence: OpenMP can serve one only.
#include <dlfcn.h>
#include <omp-tools.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "runtime/order/Caller.h"
#include "runtime/order/OmpTeam.h"
#include "runtime/order/Order.h"
#include "runtime/order/RunnableThreads.h"

namespace lockstep::runtime {
namespace {

/// An implicit or explicit task. Its address is the object of its creation and of the ends of its children.
struct Task {
  std::uint64_t parent;   // object
  std::uint64_t strand;   // the task that its events belong to, 0: the thread that runs it
  std::uint64_t outside;  // of an implicit task: the thread's previous one
  std::uint64_t group;    // object of the innermost taskgroup, 0: none
  std::uint64_t waitsAt;  // object of the barrier that an implicit task has arrived at, 0: none
  ThreadEvent arrival;    // kind of barrier arrival
  bool isExplicit;        // counts as acting
  bool hasBegun;
  bool hasChildren;
  bool isOfLoop;
  bool isFulfilled;
  void *frame;  // of the callback that reported its begin
  int dependenceCount;
  ompt_dependence_t *dependences;
};

struct Group {
  std::uint64_t outer;
};

/// A parallel region.
struct Team {
  std::uint64_t object;
  TeamActors actors;
};

constinit std::atomic<bool> gUsesAllMemory{false};
constinit thread_local unsigned tTaskloops = 0;        // taskloops whose tasks the thread is about to create
constinit thread_local bool tAreChunksBodies = false;  // of the loop that the thread is in
constinit thread_local bool tIsInChunk = false;
ompt_get_parallel_info_t gParallelInfo = nullptr;
ompt_get_task_info_t gTaskInfo = nullptr;

Team *teamOf(const ompt_data_t *parallel) { return parallel != nullptr ? static_cast<Team *>(parallel->ptr) : nullptr; }

/// Members of the region.
bool hasSeveral(const ompt_data_t *parallel) {
  const Team *team = teamOf(parallel);
  return team != nullptr && team->actors.size() > 1;
}

std::uint64_t objectOf(const Task *task) {
  return runtime::objectOf(Family::Task, reinterpret_cast<std::uintptr_t>(task));
}
/// The object from an interrupted task to its next part, which another thread may execute.
std::uint64_t nextPartOf(const Task *task) { return objectOf(task) + 1; }

Task *taskOf(const ompt_data_t *data) { return data != nullptr ? static_cast<Task *>(data->ptr) : nullptr; }

Task *makeTask(ompt_data_t *data, const Task *parent, bool isExplicit) {
  auto *task = static_cast<Task *>(calloc(1, sizeof(Task)));
  data->ptr = task;
  if (task == nullptr) {
    if (isExplicit) giveUpCounting();
    return nullptr;
  }
  task->isExplicit = isExplicit;
  if (isExplicit) act(1);
  if (parent != nullptr) {
    task->parent = objectOf(parent);
    task->group = parent->group;
  }
  return task;
}

void forget(ompt_data_t *data) {
  Task *task = taskOf(data);
  if (task == nullptr) return;
  const bool hasActed = task->isExplicit;
  free(task->dependences);
  free(task);
  data->ptr = nullptr;
  if (hasActed) rest(1);
}

// --- dependences ---------------------------------------------------------------------------------------------------

/// For siblings on a variable: the objects released by writers and by readers.
std::uint64_t writersOf(const Task &task, std::uint64_t variable) {
  const std::uint64_t mixed = (task.parent * 0x9e3779b97f4a7c15ULL) ^ (variable * 0xc2b2ae3d27d4eb4fULL);
  return runtime::objectOf(Family::Dependence, mixed << 1);
}
std::uint64_t readersOf(const Task &task, std::uint64_t variable) { return writersOf(task, variable) + 1; }

bool isOnAllMemory(ompt_dependence_type_t type) {
  return type == ompt_dependence_type_out_all_memory || type == ompt_dependence_type_inout_all_memory;
}

void receiveDependence(const Task &task, const ompt_dependence_t &dependence) {
  const std::uint64_t variable = dependence.variable.value;
  if (isOnAllMemory(dependence.dependence_type)) return tell(ThreadEvent::Acquire, task.parent);
  tell(ThreadEvent::Acquire, writersOf(task, variable));
  if (dependence.dependence_type != ompt_dependence_type_in) tell(ThreadEvent::Acquire, readersOf(task, variable));
}

void handOverDependence(const Task &task, const ompt_dependence_t &dependence) {
  const std::uint64_t variable = dependence.variable.value;
  switch (dependence.dependence_type) {
    case ompt_dependence_type_in:
      return tell(ThreadEvent::Post, readersOf(task, variable));
    case ompt_dependence_type_inoutset:  // its members are not ordered among each other
      return tell(ThreadEvent::Post, writersOf(task, variable));
    default:
      return tell(ThreadEvent::Release, writersOf(task, variable));
  }
}

/// A dependence on all memory implies one on every variable, so all later siblings have to acquire it too.
constexpr std::uint64_t kAllMemory = 0;

void receiveDependences(const Task &task) {
  if (task.dependenceCount > 0 && gUsesAllMemory.load(std::memory_order_relaxed))
    tell(ThreadEvent::Acquire, writersOf(task, kAllMemory));
  for (int i = 0; i < task.dependenceCount; ++i) receiveDependence(task, task.dependences[i]);
}

void handOverDependences(const Task &task) {
  for (int i = 0; i < task.dependenceCount; ++i) handOverDependence(task, task.dependences[i]);
}

void tellDoacross(const ompt_dependence_t *dependences, int count) {
  for (int i = 0; i < count; ++i) {
    if (dependences[i].dependence_type == ompt_dependence_type_source)
      return tell(ThreadEvent::Post, currentTeam() + kTeamDoacross);
    if (dependences[i].dependence_type == ompt_dependence_type_sink)
      return tell(ThreadEvent::Acquire, currentTeam() + kTeamDoacross);
  }
}

void onDependences(ompt_data_t *data, const ompt_dependence_t *dependences, int count) {
  Task *task = taskOf(data);
  if (count <= 0) return;
  if (task == nullptr || !task->isExplicit) return tellDoacross(dependences, count);
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(ompt_dependence_t);
  free(task->dependences);
  task->dependences = static_cast<ompt_dependence_t *>(malloc(bytes));
  task->dependenceCount = task->dependences != nullptr ? count : 0;
  if (task->dependences == nullptr) return;
  memcpy(task->dependences, dependences, bytes);
  for (int i = 0; i < count; ++i) {
    if (!isOnAllMemory(dependences[i].dependence_type)) continue;
    gUsesAllMemory.store(true, std::memory_order_relaxed);
    task->dependences[i].variable.value = kAllMemory;
  }
}

// --- tasks ---------------------------------------------------------------------------------------------------------

/// Where the events of a new task go.
std::uint64_t strandFor(const Task &task, const Task *parent, int flags) {
  constexpr int kUndeferred = ompt_task_undeferred;
  if ((flags & kUndeferred) != 0) return parent != nullptr ? parent->strand : 0;
  return task.isOfLoop ? 0 : objectOf(&task);
}

bool hasOwnStrand(const Task &task) { return task.strand == objectOf(&task); }

/// Whether any thread may get any chunk of the loop. Those of a static loop are assigned by construction.
bool isDealtOut(ompt_work_t work) {
  switch (static_cast<int>(work)) {
    case ompt_work_loop:
    case ompt_work_loop_dynamic:
    case ompt_work_loop_guided:
    case ompt_work_loop_other:
      return true;
    default:
      return false;
  }
}

void onTaskloop(bool isBegin) {
  if (isBegin)
    ++tTaskloops;
  else if (tTaskloops > 0)
    --tTaskloops;
}

void endChunk() {
  if (std::exchange(tIsInChunk, false)) tell(ThreadEvent::WorkEnd, 0);
}

/// The body of a single or of sections, or a loop whose chunks are reported one by one.
void onWork(ompt_work_t work, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *, std::uint64_t,
            const void *) {
  const bool isBegin = endpoint == ompt_scope_begin;
  if (work == ompt_work_taskloop) return onTaskloop(isBegin);
  if (!hasSeveral(parallel)) return;
  if (work == ompt_work_single_executor || work == ompt_work_sections)
    return tell(isBegin ? ThreadEvent::WorkBegin : ThreadEvent::WorkEnd, 0);
  if (isDealtOut(work)) endChunk();
  tAreChunksBodies = isBegin && isDealtOut(work);
}

void onDispatch(ompt_data_t *parallel, ompt_data_t *, ompt_dispatch_t kind, ompt_data_t) {
  constexpr int kChunk = 3;  // ompt_dispatch_ws_loop_chunk, which older headers do not have
  if (static_cast<int>(kind) != kChunk || !tAreChunksBodies || !hasSeveral(parallel)) return;
  endChunk();
  tIsInChunk = true;
  tell(ThreadEvent::WorkBegin, 0);
}

void onTaskCreate(ompt_data_t *encountering, const ompt_frame_t *, ompt_data_t *created, int flags, int, const void *) {
  constexpr int kKinds = ompt_task_explicit | ompt_task_target | ompt_task_taskwait;
  if ((flags & kKinds) == 0) return;
  Task *parent = taskOf(encountering);
  Task *task = makeTask(created, parent, true);
  if (task == nullptr) return;
  task->isOfLoop = tTaskloops > 0 || (parent != nullptr && parent->isOfLoop);
  task->strand = strandFor(*task, parent, flags);
  // An implicit task has not released anything yet, and its object may be a reused one.
  if (parent != nullptr && !parent->isExplicit && !std::exchange(parent->hasChildren, true))
    tell(ThreadEvent::Release, objectOf(parent));
  tell(ThreadEvent::Fork, objectOf(task));
}

/// Runs in its thread's strand, but any thread could have run it.
bool isBody(const Task &task) { return task.isOfLoop && task.isExplicit && task.strand == 0; }

void resume(Task &task) {
  switchStrand(task.strand);
  if (!task.isExplicit) return;
  if (isBody(task)) tell(ThreadEvent::WorkBegin, objectOf(&task));
  if (task.hasBegun) return tell(ThreadEvent::Acquire, nextPartOf(&task));
  task.hasBegun = true;
  task.frame = __builtin_frame_address(0);
  tell(ThreadEvent::Begin, objectOf(&task));
  receiveDependences(task);
}

void finish(const Task &task) {
  handOverDependences(task);
  if (task.parent != 0) tell(ThreadEvent::Post, task.parent);
  if (task.group != 0) tell(ThreadEvent::Post, task.group);
}

/// The task runs no more.
void stop(const Task &task) {
  if (!hasOwnStrand(task)) return;
  // The library called the task from a frame slightly below the one from which it called us.
  constexpr std::ptrdiff_t kLibraryFrame = 512;
  tellStackFreed(static_cast<char *>(task.frame) + kLibraryFrame);
  tell(ThreadEvent::End, objectOf(&task));
}

void leave(Task &task, ompt_task_status_t status, ompt_data_t *data) {
  if (!task.isExplicit) return;
  switch (status) {
    case ompt_task_yield:
    case ompt_task_switch:
      return tell(ThreadEvent::Release, nextPartOf(&task));
    case ompt_task_detach:
      tell(ThreadEvent::Release, nextPartOf(&task));
      return stop(task);
    case ompt_task_early_fulfill:  // by another task, before the task has ended
      task.isFulfilled = true;
      return tell(ThreadEvent::Release, nextPartOf(&task));
    case ompt_taskwait_complete:
      receiveDependences(task);
      return forget(data);
    case ompt_task_complete:
    case ompt_task_cancel:
    case ompt_task_late_fulfill:
      if (task.isFulfilled || status == ompt_task_late_fulfill) tell(ThreadEvent::Acquire, nextPartOf(&task));
      finish(task);
      if (status != ompt_task_late_fulfill) stop(task);
      return forget(data);
  }
}

void onTaskSchedule(ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next) {
  const bool isFulfilled = status == ompt_task_early_fulfill || status == ompt_task_late_fulfill;
  if (Task *task = taskOf(prior)) {
    const bool endsBody = !isFulfilled && status != ompt_taskwait_complete && isBody(*task);
    leave(*task, status, prior);
    if (endsBody) tell(ThreadEvent::WorkEnd, 0);
  }
  Task *task = isFulfilled ? nullptr : taskOf(next);
  if (task == nullptr) return;
  resume(*task);
  // A task executed while its thread waits at a barrier belongs to the arrivals there.
  if (task->waitsAt != 0) tell(task->arrival, task->waitsAt);
}

// --- parallel regions ----------------------------------------------------------------------------------------------

void onParallelBegin(ompt_data_t *, const ompt_frame_t *, ompt_data_t *parallel, unsigned most, int flags,
                     const void *) {
  expectThreads();
  constexpr int kLeague = ompt_parallel_league;
  auto *team = static_cast<Team *>(malloc(sizeof(Team)));
  parallel->ptr = team;
  const std::uint64_t object = openTeam();
  if (team == nullptr || (flags & kLeague) != 0) giveUpCounting();
  if (team == nullptr) return;
  new (team) Team{object, {}};
  team->actors.open(most);
  tell(ThreadEvent::Fork, object);
}

void onParallelEnd(ompt_data_t *parallel, ompt_data_t *, int, const void *) {
  if (Team *team = teamOf(parallel)) {
    tell(ThreadEvent::Join, team->object + kTeamEnd);
    parallel->ptr = nullptr;
    free(team);
  }
  closeTeam();
}

/// The end of a worker's implicit task is reported late, when it gets its next one: the last barrier is reported in
/// time.
void onImplicitTask(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *data, unsigned size, unsigned,
                    int flags) {
  if (endpoint == ompt_scope_end) {
    if (const Task *task = taskOf(data)) switchStrand(task->outside);
    return forget(data);
  }
  if (Task *task = makeTask(data, nullptr, false)) task->outside = switchStrand(0);
  constexpr int kInitial = ompt_task_initial;
  Team *team = (flags & kInitial) == 0 ? teamOf(parallel) : nullptr;
  if (team == nullptr) return;
  team->actors.begin(size);
  tell(size > 1 ? ThreadEvent::Begin : ThreadEvent::BeginAlone, team->object);
}

void arrive(ompt_data_t *data, ThreadEvent event, std::uint64_t object) {
  if (!isOrderRecorded()) return;
  if (Task *task = taskOf(data)) {
    task->arrival = event;
    task->waitsAt = object;
  }
  tell(event, object);
}

void depart(ompt_data_t *data) {
  if (Task *task = taskOf(data)) task->waitsAt = 0;
}

void onBarrier(bool isBegin, const ompt_data_t *parallel, ompt_data_t *data) {
  Team *team = teamOf(parallel);
  if (team == nullptr) return depart(data);
  const std::uint64_t object = team->object + kTeamBarrier;
  if (isBegin) {
    arrive(data, ThreadEvent::BarrierEnter, object);
    return team->actors.arrive();
  }
  // A thread that arrived before there was a recorder belongs to no round.
  const Task *task = taskOf(data);
  const bool hasArrived = task != nullptr && task->waitsAt != 0;
  depart(data);
  if (hasArrived) tell(ThreadEvent::BarrierLeave, object);
}

/// Of a region: only the thread that ends the region leaves it.
void onLastBarrier(bool isBegin, const ompt_data_t *parallel, ompt_data_t *data) {
  Team *team = teamOf(parallel);
  if (!isBegin || team == nullptr) return depart(data);
  arrive(data, ThreadEvent::End, team->object + kTeamEnd);
  team->actors.arriveLast();
}

void onTaskgroup(bool isBegin, const ompt_data_t *data) {
  Task *task = taskOf(data);
  if (task == nullptr) return;
  if (isBegin) {
    auto *group = static_cast<Group *>(malloc(sizeof(Group)));
    if (group == nullptr) return;
    group->outer = task->group;
    task->group = runtime::objectOf(Family::Task, reinterpret_cast<std::uintptr_t>(group));
    return tell(ThreadEvent::Release, task->group);
  }
  if (task->group == 0) return;
  tell(ThreadEvent::Acquire, task->group);
  auto *group = reinterpret_cast<Group *>(numberOf(task->group));
  task->group = group->outer;
  free(group);
}

void onSyncRegion(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *data,
                  const void *) {
  const bool isBegin = endpoint == ompt_scope_begin;
  switch (static_cast<int>(kind)) {
    case ompt_sync_region_taskwait:
      if (const Task *task = taskOf(data); task != nullptr && !isBegin) tell(ThreadEvent::Acquire, objectOf(task));
      return;
    case ompt_sync_region_taskgroup:
      return onTaskgroup(isBegin, data);
    case ompt_sync_region_reduction:
      return;
    case ompt_sync_region_barrier_implicit_parallel:
    case ompt_sync_region_barrier_teams:
      return onLastBarrier(isBegin, parallel, data);
    default:
      return onBarrier(isBegin, parallel, data);
  }
}

/// What is cancelled leaves barriers out, and tasks do not begin.
void onCancel(ompt_data_t *, int, const void *) { giveUpCounting(); }

// --- the tool ------------------------------------------------------------------------------------------------------

std::uint64_t teamByOmpt() {
  ompt_data_t *parallel = nullptr;
  int size = 0;
  const Team *team = gParallelInfo(0, &parallel, &size) == 2 ? teamOf(parallel) : nullptr;
  return team != nullptr ? team->object : 0;
}

/// Where the library calls the task.
const void *frameByOmpt() {
  ompt_frame_t *frame = nullptr;
  const bool isKnown = gTaskInfo(0, nullptr, nullptr, &frame, nullptr, nullptr) == 2 && frame != nullptr;
  return isKnown ? frame->exit_frame.ptr : nullptr;
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t *) {
  const auto set = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  gParallelInfo = reinterpret_cast<ompt_get_parallel_info_t>(lookup("ompt_get_parallel_info"));
  if (set == nullptr || gParallelInfo == nullptr) return 0;
  findTeamBy(teamByOmpt);
  gTaskInfo = reinterpret_cast<ompt_get_task_info_t>(lookup("ompt_get_task_info"));
  if (gTaskInfo != nullptr) findFrameBy(frameByOmpt);
  const auto call = [set](ompt_callbacks_t event, auto *function) {
    set(event, reinterpret_cast<ompt_callback_t>(function));
  };
  call(ompt_callback_parallel_begin, onParallelBegin);
  call(ompt_callback_parallel_end, onParallelEnd);
  call(ompt_callback_implicit_task, onImplicitTask);
  call(ompt_callback_sync_region, onSyncRegion);
  call(ompt_callback_task_create, onTaskCreate);
  call(ompt_callback_task_schedule, onTaskSchedule);
  call(ompt_callback_dependences, onDependences);
  call(ompt_callback_cancel, onCancel);
  call(ompt_callback_work, onWork);
  call(ompt_callback_dispatch, onDispatch);
  return 1;
}

void finalize(ompt_data_t *) {}

bool isSet(const char *variable) {
  const char *value = getenv(variable);
  return value != nullptr && *value != 0;
}

constinit ompt_start_tool_result_t gTool{initialize, finalize, {0}};

}  // namespace
}  // namespace lockstep::runtime

using namespace lockstep::runtime;

/// The memory of a task and its data may be reused.
extern "C" __attribute__((visibility("default"))) void *__kmpc_omp_task_alloc(void *place, int thread, int flags,
                                                                              std::size_t taskBytes,
                                                                              std::size_t sharedBytes, void *entry) {
  static constinit std::atomic<void *(*)(void *, int, int, std::size_t, std::size_t, void *)> real{nullptr};
  const auto allocate = definitionOf(real, "__kmpc_omp_task_alloc", __builtin_return_address(0));
  void *task = allocate(place, thread, flags, taskBytes, sharedBytes, entry);
  tellFreed(task, static_cast<char *>(task) + taskBytes + sharedBytes);
  return task;
}

/// OpenMP's runtime library looks up its tool by this name.
extern "C" __attribute__((visibility("default"))) ompt_start_tool_result_t *ompt_start_tool(unsigned int version,
                                                                                            const char *runtime) {
  using StartTool = ompt_start_tool_result_t *(*)(unsigned int, const char *);
  const auto next = reinterpret_cast<StartTool>(dlsym(RTLD_NEXT, "ompt_start_tool"));
  ompt_start_tool_result_t *other = next != nullptr ? next(version, runtime) : nullptr;
  if (!isRunRecorded()) return other;
  if (other == nullptr && !isSet("OMP_TOOL_LIBRARIES")) return &gTool;
  giveUpCounting();
  fprintf(stderr, "lockstep: the order of OpenMP threads is not recorded: another OMPT tool is in use\n");
  return other;
}
