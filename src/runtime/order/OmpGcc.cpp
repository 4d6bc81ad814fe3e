// The order by OpenMP in programs of gcc and gfortran, by wrapping the functions of libgomp that these compilers call;
// libgomp has no OMPT. (libomp serves those calls too, but a program under `run` must keep its own runtime library.)
//
// The objects are those of OmpTool.cpp. Dependences are coarser: a task with dependences counts as ordered after all
// ended siblings with dependences, which may hide a race but never causes one.
//
// The copyprivate data of a single region needs no treatment: gcc emits a barrier after it.
//
// To see a region or task begin and end, its function is replaced by one of ours, which finds the program's function
// before the data.
#include <alloca.h>

#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "runtime/order/Caller.h"
#include "runtime/order/OmpTeam.h"
#include "runtime/order/Order.h"
#include "runtime/order/RunnableThreads.h"

namespace lockstep::runtime {
namespace {

using Function = void (*)(void *);
using Copy = void (*)(void *, void *);

/// Where the calling thread is: in which region and task, and at which barrier it waits.
struct Here {
  std::uint64_t team;
  std::uint64_t task;  // object of its creation, and of the ends of its children
  std::uint64_t group;
  std::uint64_t barrier;
  TeamActors *actors;  // of the region
  bool isFinal;        // all tasks that the current one creates are executed at once
};
constinit thread_local Here tHere{};

constexpr std::uint64_t kSiblings = 1;  // offset of an object by which children with dependences order each other

std::uint64_t tokenObject(const void *token) { return objectOf(Family::Task, reinterpret_cast<std::uintptr_t>(token)); }
void freeToken(std::uint64_t object) { free(reinterpret_cast<void *>(numberOf(object))); }

/// A thread has one implicit task after the other, whose children may share their object.
std::uint64_t currentTask() { return tHere.task != 0 ? tHere.task : tokenObject(&tHere); }

// --- parallel regions ----------------------------------------------------------------------------------------------

struct Region {
  void *firstWord;  // of the data: libgomp reads it in a region with task reductions
  Function run;
  void *data;
  std::uint64_t team;
  TeamActors *actors;
};

using Ask = int (*)();
unsigned ask(std::atomic<Ask> &known, const char *name, const void *caller) {
  return static_cast<unsigned>(definitionOf(known, name, caller)());
}
constinit std::atomic<Ask> gTeamSize{nullptr};
constinit std::atomic<Ask> gMostThreads{nullptr};

void runMember(void *data) {
  const Region region = *static_cast<Region *>(data);
  region.actors->begin(ask(gTeamSize, "omp_get_num_threads", __builtin_return_address(0)));
  const Here outside = std::exchange(tHere, {region.team, 0, 0, 0, region.actors, false});
  const std::uint64_t strand = switchStrand(0);
  tell(region.actors->size() > 1 ? ThreadEvent::Begin : ThreadEvent::BeginAlone, region.team);
  const std::uint64_t outer = setTeam(region.team);
  const void *frame = setFrame(__builtin_frame_address(0));
  region.run(region.data);
  setFrame(frame);
  setTeam(outer);
  tHere = outside;
  tell(ThreadEvent::End, region.team + kTeamEnd);
  switchStrand(strand);
  region.actors->arriveLast();
}

template <class Call>
auto inRegion(Function run, void *data, unsigned threads, const void *caller, Call call) {
  struct Opened {
    TeamActors actors;
    Region region;
    Opened(Function run, void *data, unsigned most) : region{nullptr, run, data, openTeam(), &actors} {
      if (data != nullptr) memcpy(&region.firstWord, data, sizeof region.firstWord);
      expectThreads();
      actors.open(most);
      tell(ThreadEvent::Fork, region.team);
    }
    ~Opened() {
      tell(ThreadEvent::Join, region.team + kTeamEnd);
      closeTeam();
    }
  } opened(run, data, threads != 0 ? threads : ask(gMostThreads, "omp_get_max_threads", caller));
  return call(&opened.region);
}

// --- barriers ------------------------------------------------------------------------------------------------------

template <class Call>
auto atBarrier(Call call) {
  struct Waiting {
    const std::uint64_t barrier = tHere.team != 0 ? tHere.team + kTeamBarrier : 0;
    Waiting() {
      if (barrier == 0) return;
      tell(ThreadEvent::BarrierEnter, barrier);
      tHere.barrier = barrier;
      tHere.actors->arrive();
    }
    ~Waiting() {
      if (barrier == 0) return;
      tHere.barrier = 0;
      tell(ThreadEvent::BarrierLeave, barrier);
    }
  } waiting;
  return call();
}

// --- tasks ---------------------------------------------------------------------------------------------------------

/// In front of a task's data. libgomp writes the bounds of a taskloop's task into the first words.
struct Task {
  long bounds[2];
  void *reductions;
  Function run;
  std::size_t dataOffset;
  std::uint64_t team;
  std::uint64_t object;
  std::uint64_t parent;
  std::uint64_t group;
  bool hasDependences;
  bool isLoop;
  bool ownsObject;
  bool isDeferred;
  bool isFinal;
  std::size_t bytes;  // with its data
  TeamActors *actors;
};

/// A task that is executed immediately is part of its creator. The tasks of a taskloop share one object.
bool hasOwnStrand(const Task &task) { return task.isDeferred && !task.isLoop && task.ownsObject; }

enum TaskFlag : unsigned { kFinal = 1U << 1, kDepend = 1U << 3, kNoGroup = 1U << 11, kDetach = 1U << 13 };

Task makeTask(Function run, unsigned flags, bool isLoop, bool isDeferred, std::size_t alignment) {
  Task task{};
  task.run = run;
  task.dataOffset = (sizeof(Task) + alignment - 1) / alignment * alignment;
  task.team = tHere.team;
  task.parent = currentTask();
  task.group = tHere.group;
  task.hasDependences = !isLoop && (flags & kDepend) != 0;
  task.isLoop = isLoop;
  void *token = malloc(1);
  task.object = token != nullptr ? tokenObject(token) : task.parent;
  task.ownsObject = token != nullptr;
  task.actors = tHere.actors;
  task.isDeferred = isDeferred && !tHere.isFinal && tHere.actors != nullptr && tHere.actors->size() > 1;
  task.isFinal = tHere.isFinal || (flags & kFinal) != 0;
  return task;
}

/// `frame`: that the task was called from.
void endTask(const Task &task, const void *frame) {
  if (task.hasDependences) tell(ThreadEvent::Post, task.parent + kSiblings);
  tell(ThreadEvent::Post, task.parent);
  if (task.group != 0) tell(ThreadEvent::Post, task.group);
  if (task.team != 0) tell(ThreadEvent::Post, task.team + kTeamEnd);
  if (!hasOwnStrand(task)) return;
  tellStackFreed(frame);
  tell(ThreadEvent::End, task.object);
}

void runTask(void *argument) {
  Task task;
  memcpy(&task, argument, sizeof task);
  char *data = static_cast<char *>(argument) + task.dataOffset;
  if (task.isLoop) memcpy(data, task.bounds, sizeof task.bounds);
  const Here outside = std::exchange(tHere, {task.team, task.object, task.group, 0, task.actors, task.isFinal});
  const std::uint64_t outer = setTeam(task.team);
  const std::uint64_t strand = task.isDeferred ? switchStrand(hasOwnStrand(task) ? task.object : 0) : 0;
  if (hasOwnStrand(task)) tellFreed(argument, static_cast<char *>(argument) + task.bytes);
  tell(ThreadEvent::Begin, task.object);
  if (task.hasDependences) tell(ThreadEvent::Acquire, task.parent + kSiblings);
  const void *frame = setFrame(__builtin_frame_address(0));
  task.run(data);
  setFrame(frame);
  endTask(task, __builtin_frame_address(0));
  if (!task.isLoop && task.ownsObject) freeToken(task.object);
  setTeam(outer);
  tHere = outside;
  if (task.isDeferred) switchStrand(strand);
  if (!task.isLoop) rest(1);
  // A task executed while its thread waits at a barrier belongs to the arrivals there.
  if (tHere.barrier != 0) tell(ThreadEvent::BarrierEnter, tHere.barrier);
}

/// Data for the program's copy function.
struct Original {
  Task task;
  Copy copy;
  void *data;
};

void copyTask(void *to, void *from) {
  const auto &original = *static_cast<const Original *>(from);
  memcpy(to, &original.task, sizeof original.task);
  original.copy(static_cast<char *>(to) + original.task.dataOffset, original.data);
}

/// Calls `create(function, data, copy, bytes, alignment)` for the task with our data before the program's.
template <class Create>
void createTask(Task task, void *data, Copy copy, long bytes, std::size_t alignment, Create create) {
  const std::size_t all = task.dataOffset + static_cast<std::size_t>(bytes);
  task.bytes = all;
  if (!task.isLoop) act(1);
  tell(ThreadEvent::Fork, task.object);
  if (copy != nullptr) {
    Original original{task, copy, data};
    return create(runTask, &original, copyTask, static_cast<long>(all), static_cast<long>(alignment));
  }
  auto at = reinterpret_cast<std::uintptr_t>(alloca(all + alignment));
  at = (at + alignment - 1) / alignment * alignment;
  memcpy(reinterpret_cast<void *>(at), &task, sizeof task);
  memcpy(reinterpret_cast<char *>(at) + task.dataOffset, data, static_cast<std::size_t>(bytes));
  create(runTask, reinterpret_cast<void *>(at), nullptr, static_cast<long>(all), static_cast<long>(alignment));
}

std::size_t alignmentOf(long alignment) {
  return alignment > static_cast<long>(alignof(Task)) ? static_cast<std::size_t>(alignment) : alignof(Task);
}

template <class Create>
void createLoop(Function run, void *data, Copy copy, long bytes, long alignment, unsigned flags, Create create) {
  Task task = makeTask(run, flags, true, true, alignmentOf(alignment));
  constexpr std::size_t kFirstWords = sizeof task.bounds + sizeof task.reductions;
  memcpy(&task, data, std::min(kFirstWords, static_cast<std::size_t>(bytes)));
  createTask(task, data, copy, bytes, alignmentOf(alignment), create);
  // Its tasks have ended, unless they are in no group: then their object cannot be used again.
  if ((flags & kNoGroup) != 0) return giveUpCounting();
  tell(ThreadEvent::Acquire, task.parent);
  if (task.ownsObject) freeToken(task.object);
}

// --- sections ------------------------------------------------------------------------------------------------------

constinit thread_local bool tIsInSection = false;

/// 0: there are no more for the calling thread.
unsigned beginSection(unsigned section) {
  if (std::exchange(tIsInSection, false)) tell(ThreadEvent::WorkEnd, 0);
  if (section == 0 || tHere.actors == nullptr || tHere.actors->size() <= 1) return section;
  tIsInSection = true;
  tell(ThreadEvent::WorkBegin, 0);
  return section;
}

// --- taskgroups ----------------------------------------------------------------------------------------------------

struct Group {
  std::uint64_t outer;
};

void openGroup() {
  auto *group = static_cast<Group *>(malloc(sizeof(Group)));
  if (group == nullptr) return;
  group->outer = std::exchange(tHere.group, tokenObject(group));
  tell(ThreadEvent::Release, tHere.group);
}

void closeGroup() {
  if (tHere.group == 0) return;
  tell(ThreadEvent::Acquire, tHere.group);
  auto *group = reinterpret_cast<Group *>(numberOf(tHere.group));
  tHere.group = group->outer;
  free(group);
}

}  // namespace
}  // namespace lockstep::runtime

using namespace lockstep::runtime;

#pragma GCC visibility push(default)

#define REAL(result, name, parameters)                               \
  static constinit std::atomic<result(*) parameters> known{nullptr}; \
  const auto real = definitionOf(known, #name, __builtin_return_address(0))

#define REGION(result, name, parameters, arguments)                            \
  extern "C" result name parameters {                                          \
    REAL(result, name, parameters);                                            \
    if (!isRunRecorded()) return real(run, data, arguments);                   \
    return inRegion(run, data, threads, __builtin_return_address(0),           \
                    [&](Region *r) { return real(runMember, r, arguments); }); \
  }
#define ARGUMENTS(...) __VA_ARGS__

REGION(void, GOMP_parallel, (Function run, void *data, unsigned threads, unsigned flags), ARGUMENTS(threads, flags))
REGION(unsigned, GOMP_parallel_reductions, (Function run, void *data, unsigned threads, unsigned flags),
       ARGUMENTS(threads, flags))
REGION(void, GOMP_parallel_sections, (Function run, void *data, unsigned threads, unsigned count, unsigned flags),
       ARGUMENTS(threads, count, flags))
#define LOOP_REGION(schedule)                                                                                   \
  REGION(void, GOMP_parallel_loop_##schedule,                                                                   \
         (Function run, void *data, unsigned threads, long from, long to, long by, long chunk, unsigned flags), \
         ARGUMENTS(threads, from, to, by, chunk, flags))
LOOP_REGION(static)
LOOP_REGION(dynamic)
LOOP_REGION(guided)
LOOP_REGION(nonmonotonic_dynamic)
LOOP_REGION(nonmonotonic_guided)
#define RUNTIME_REGION(schedule)                                                                    \
  REGION(void, GOMP_parallel_loop_##schedule,                                                       \
         (Function run, void *data, unsigned threads, long from, long to, long by, unsigned flags), \
         ARGUMENTS(threads, from, to, by, flags))
RUNTIME_REGION(runtime)
RUNTIME_REGION(nonmonotonic_runtime)
RUNTIME_REGION(maybe_nonmonotonic_runtime)

#define BARRIER(result, name)                                              \
  extern "C" result name() {                                               \
    REAL(result, name, ());                                                \
    return isOrderRecorded() ? atBarrier([&] { return real(); }) : real(); \
  }
BARRIER(void, GOMP_barrier)
BARRIER(bool, GOMP_barrier_cancel)
BARRIER(void, GOMP_loop_end)
BARRIER(bool, GOMP_loop_end_cancel)
BARRIER(void, GOMP_sections_end)
BARRIER(bool, GOMP_sections_end_cancel)

// A section is a body of its own. gcc does not report the end of a single's body: it counts as the thread's own code.
extern "C" unsigned GOMP_sections_start(unsigned count) {
  REAL(unsigned, GOMP_sections_start, (unsigned));
  return beginSection(real(count));
}
extern "C" unsigned GOMP_sections_next() {
  REAL(unsigned, GOMP_sections_next, ());
  return beginSection(real());
}

extern "C" void GOMP_workshare_task_reduction_unregister(bool isCancelled) {
  REAL(void, GOMP_workshare_task_reduction_unregister, (bool));
  if (isCancelled) return real(isCancelled);
  atBarrier([&] { real(isCancelled); });
}

extern "C" void GOMP_task(Function run, void *data, Copy copy, long bytes, long alignment, bool isDeferred,
                          unsigned flags, void **depend, int priority, void *detach) {
  REAL(void, GOMP_task, (Function, void *, Copy, long, long, bool, unsigned, void **, int, void *));
  // libgomp writes into the data of a task that may be detached.
  const bool isFollowed = (flags & kDetach) == 0;
  if (isRunRecorded() && !isFollowed) giveUpCounting();
  if (!isRunRecorded() || !isFollowed)
    return real(run, data, copy, bytes, alignment, isDeferred, flags, depend, priority, detach);
  createTask(makeTask(run, flags, false, isDeferred, alignmentOf(alignment)), data, copy, bytes, alignmentOf(alignment),
             [&](Function ours, void *both, Copy copyBoth, long size, long align) {
               real(ours, both, copyBoth, size, align, isDeferred, flags, depend, priority, detach);
             });
}

#define TASKLOOP(name, Number)                                                                                    \
  extern "C" void name(Function run, void *data, Copy copy, long bytes, long alignment, unsigned flags,           \
                       unsigned long tasks, int priority, Number from, Number to, Number by) {                    \
    REAL(void, name, (Function, void *, Copy, long, long, unsigned, unsigned long, int, Number, Number, Number)); \
    if (!isRunRecorded()) return real(run, data, copy, bytes, alignment, flags, tasks, priority, from, to, by);   \
    createLoop(run, data, copy, bytes, alignment, flags,                                                          \
               [&](Function ours, void *both, Copy copyBoth, long size, long align) {                             \
                 real(ours, both, copyBoth, size, align, flags, tasks, priority, from, to, by);                   \
               });                                                                                                \
  }
TASKLOOP(GOMP_taskloop, long)
TASKLOOP(GOMP_taskloop_ull, unsigned long long)

extern "C" void GOMP_taskwait() {
  REAL(void, GOMP_taskwait, ());
  real();
  tell(ThreadEvent::Acquire, currentTask());
}
extern "C" void GOMP_taskwait_depend(void **depend) {
  REAL(void, GOMP_taskwait_depend, (void **));
  real(depend);
  tell(ThreadEvent::Acquire, currentTask() + kSiblings);
}

extern "C" void GOMP_taskgroup_start() {
  REAL(void, GOMP_taskgroup_start, ());
  real();
  if (isRunRecorded()) openGroup();
}
extern "C" void GOMP_taskgroup_end() {
  REAL(void, GOMP_taskgroup_end, ());
  real();
  closeGroup();
}

extern "C" void GOMP_doacross_post(long *iteration) {
  REAL(void, GOMP_doacross_post, (long *));
  tell(ThreadEvent::Post, tHere.team + kTeamDoacross);
  real(iteration);
}
extern "C" void GOMP_doacross_ull_post(unsigned long long *iteration) {
  REAL(void, GOMP_doacross_ull_post, (unsigned long long *));
  tell(ThreadEvent::Post, tHere.team + kTeamDoacross);
  real(iteration);
}

/// As many numbers as the loop has dimensions, which only libgomp knows: it gets more than it reads.
#define DOACROSS_WAIT(name, Number)                                                                                  \
  extern "C" void name(Number first, ...) {                                                                          \
    REAL(void, name, (Number, ...));                                                                                 \
    Number next[11];                                                                                                 \
    va_list numbers;                                                                                                 \
    va_start(numbers, first);                                                                                        \
    for (Number & number : next) number = va_arg(numbers, Number);                                                   \
    va_end(numbers);                                                                                                 \
    real(first, next[0], next[1], next[2], next[3], next[4], next[5], next[6], next[7], next[8], next[9], next[10]); \
    tell(ThreadEvent::Acquire, tHere.team + kTeamDoacross);                                                          \
  }
DOACROSS_WAIT(GOMP_doacross_wait, long)
DOACROSS_WAIT(GOMP_doacross_ull_wait, unsigned long long)

// What is cancelled leaves barriers out, and tasks do not begin. Teams are not followed.
extern "C" bool GOMP_cancel(int which, bool isCancelled) {
  REAL(bool, GOMP_cancel, (int, bool));
  if (isRunRecorded() && isCancelled) giveUpCounting();
  return real(which, isCancelled);
}
extern "C" void GOMP_teams_reg(Function run, void *data, unsigned teams, unsigned threads, unsigned flags) {
  REAL(void, GOMP_teams_reg, (Function, void *, unsigned, unsigned, unsigned));
  if (isRunRecorded()) giveUpCounting();
  real(run, data, teams, threads, flags);
}

#pragma GCC visibility pop
