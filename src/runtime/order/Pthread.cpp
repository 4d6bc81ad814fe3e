// The order by pthreads and C11 threads: creation and join, mutexes, read-write and spin locks, barriers, semaphores,
// pthread_once. The facilities of C++ and other languages are implemented by these.
//
// A release is reported before the call and an acquire after it, so that the records have the release first, too.
// Condition variables add nothing: a waiter releases its mutex and acquires it again, and on wakeup it may rely only on
// what the mutex protects.
//
// A read-write lock is two objects: one released by writers, one by readers, which does not order readers.
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <threads.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/order/Caller.h"
#include "runtime/order/OmpTeam.h"
#include "runtime/order/Order.h"
#include "runtime/order/RunnableThreads.h"

namespace lockstep::runtime {
namespace {

#define WRAPPED(X)                                                                                                 \
  X(pthread_create)                                                                                                \
  X(pthread_join)                                                                                                  \
  X(pthread_tryjoin_np)                                                                                            \
  X(pthread_timedjoin_np)                                                                                          \
  X(pthread_clockjoin_np)                                                                                          \
  X(pthread_cancel)                                                                                                \
  X(pthread_mutex_lock)                                                                                            \
  X(pthread_mutex_trylock)                                                                                         \
  X(pthread_mutex_timedlock)                                                                                       \
  X(pthread_mutex_clocklock)                                                                                       \
  X(pthread_mutex_unlock)                                                                                          \
  X(pthread_cond_wait)                                                                                             \
  X(pthread_cond_timedwait)                                                                                        \
  X(pthread_cond_clockwait)                                                                                        \
  X(pthread_rwlock_rdlock)                                                                                         \
  X(pthread_rwlock_tryrdlock)                                                                                      \
  X(pthread_rwlock_timedrdlock) X(pthread_rwlock_clockrdlock) X(pthread_rwlock_wrlock) X(pthread_rwlock_trywrlock) \
      X(pthread_rwlock_timedwrlock) X(pthread_rwlock_clockwrlock) X(pthread_rwlock_unlock) X(pthread_spin_lock)    \
          X(pthread_spin_trylock) X(pthread_spin_unlock) X(pthread_barrier_wait) X(pthread_once) X(sem_post)       \
              X(sem_wait) X(sem_trywait) X(sem_timedwait) X(sem_clockwait) X(thrd_create) X(thrd_join) X(mtx_lock) \
                  X(mtx_trylock) X(mtx_timedlock) X(mtx_unlock) X(cnd_wait) X(cnd_timedwait) X(call_once)

struct Real {
#define FIELD(name) decltype(&::name) name;
  WRAPPED(FIELD)
#undef FIELD
};

constinit Real gReal{};

/// Condition variables of this version and older ones have different layouts under the same name.
bool isOfTwoVersions(const char *name) {
  return strcmp(name, "pthread_cond_wait") == 0 || strcmp(name, "pthread_cond_timedwait") == 0;
}

/// Lookups must not fail: that would allocate, and an allocator of the program may lock.
void *find(const char *name) {
  return isOfTwoVersions(name) ? dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2") : dlsym(RTLD_NEXT, name);
}

/// At start, when nothing is locked: looking up a symbol takes a lock of the loader.
__attribute__((constructor)) void findAll() {
#define FIND(name) gReal.name = reinterpret_cast<decltype(&::name)>(find(#name));
  WRAPPED(FIND)
#undef FIND
}

inline const Real &real() {
  if (gReal.call_once == nullptr) [[unlikely]]
    findAll();
  return gReal;
}

void tellUnlessRuntime(ThreadEvent event, std::uint64_t object, const void *caller) {
  if (!isRuntimeCaller(caller)) tell(event, object);
}

/// The thread's end has been reported, and it runs its last destructors.
constinit thread_local bool tHasEnded = false;

#define TELL(event, object)                                                                 \
  do {                                                                                      \
    if (isOrderRecorded() && !tHasEnded) [[unlikely]]                                       \
      tellUnlessRuntime(ThreadEvent::event, objectOf(object), __builtin_return_address(0)); \
  } while (false)

std::uint64_t objectOf(pthread_t thread) { return runtime::objectOf(Family::Thread, thread); }
using runtime::objectOf;

bool isLocked(int result) { return result == 0 || result == EOWNERDEAD; }

// --- threads -------------------------------------------------------------------------------------------------------

/// The function of a new thread. Its address links creation and beginning.
struct Start {
  void *(*run)(void *);
  int (*runC11)(void *);
  void *argument;
};

/// Threads for which others wait in a join, and ended threads not joined yet. A thread that ends while another one
/// waits for it counts as runnable until that one continues; otherwise its end is final. Few at a time, so that a lock
/// and a list suffice.
class Joins {
 public:
  /// The caller is about to wait for the thread. False: it has ended, or there is no room; the caller stays runnable.
  bool begin(pthread_t thread) {
    const Locked locked(lock_);
    if (remove(ended_, thread)) return false;
    return add(awaited_, thread);
  }
  /// The wait is over. True: the thread has ended and was counted in the caller's place.
  bool end(pthread_t thread) {
    const Locked locked(lock_);
    return !remove(awaited_, thread);
  }
  /// The thread ends. True: it acts no more.
  bool endThread(pthread_t thread) {
    const Locked locked(lock_);
    return !remove(awaited_, thread) && add(ended_, thread);
  }
  /// The thread was joined without a wait.
  void forget(pthread_t thread) {
    const Locked locked(lock_);
    remove(ended_, thread);
  }

 private:
  static constexpr std::size_t kMost = 4096;
  struct List {
    pthread_t threads[kMost];
    std::size_t count;
  };
  class Locked {
   public:
    explicit Locked(std::atomic_flag &lock) : lock_(lock) {
      while (lock_.test_and_set(std::memory_order_acquire)) sched_yield();
    }
    ~Locked() { lock_.clear(std::memory_order_release); }
    Locked(const Locked &) = delete;
    Locked &operator=(const Locked &) = delete;

   private:
    std::atomic_flag &lock_;
  };

  static bool add(List &list, pthread_t thread) {
    if (list.count == kMost) return false;
    list.threads[list.count++] = thread;
    return true;
  }
  static bool remove(List &list, pthread_t thread) {
    for (std::size_t i = 0; i < list.count; ++i)
      if (list.threads[i] == thread) {
        list.threads[i] = list.threads[--list.count];
        return true;
      }
    return false;
  }

  std::atomic_flag lock_ = ATOMIC_FLAG_INIT;
  List awaited_{};
  List ended_{};
};
constinit Joins gJoins;

bool isDetached() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
  int state = PTHREAD_CREATE_JOINABLE;
  pthread_attr_getdetachstate(&attributes, &state);
  pthread_attr_destroy(&attributes);
  return state == PTHREAD_CREATE_DETACHED;
}

/// The calling thread waits in `wait` for the end of another one, which is counted in its place when it ends.
template <class Wait>
int whileJoining(pthread_t thread, const void *caller, Wait wait) {
  const bool isCounted = gActors.areSeveral() && !isRuntimeCaller(caller) && isActor();
  if (!isCounted) return wait();
  if (!gJoins.begin(thread)) return wait();
  rest(1);
  const int result = wait();
  if (!gJoins.end(thread)) act(1);
  return result;
}

pthread_key_t gEndKey;
constinit pthread_once_t gEndKeyOnce = PTHREAD_ONCE_INIT;

/// Destructors run in the order in which the keys were created: this one comes after the thread's C++ objects, and
/// before the recorder closes the thread's stream.
void onThreadEnd(void *start) {
  tell(ThreadEvent::End, objectOf(pthread_self()));
  tHasEnded = true;
  if (isDetached() || gJoins.endThread(pthread_self())) rest(1);
  free(start);
}

Start begin(void *data) {
  pthread_setspecific(gEndKey, data);
  becomeActor();
  tell(ThreadEvent::Begin, objectOf(data));
  return *static_cast<Start *>(data);
}

void *runThread(void *data) {
  const Start start = begin(data);
  return start.run(start.argument);
}

int runC11Thread(void *data) {
  const Start start = begin(data);
  return start.runC11(start.argument);
}

/// nullptr: the thread is none of the program's, or nothing is recorded.
Start *announce(const Start &start, const void *caller) {
  if (!isRunRecorded()) return nullptr;
  if (isRuntimeCaller(caller)) {
    if (isOpenMpCaller(caller) && !isOpeningTeam()) giveUpCounting();
    return nullptr;
  }
  auto *kept = static_cast<Start *>(malloc(sizeof(Start)));
  if (kept == nullptr) return nullptr;
  *kept = start;
  prepareThreadEnds();
  expectThreads();
  act(1);
  tell(ThreadEvent::Fork, objectOf(kept));
  return kept;
}

void renounce(Start *start) {
  rest(1);
  free(start);
}

// --- read-write locks ----------------------------------------------------------------------------------------------

const char *readersOf(const pthread_rwlock_t *lock) { return reinterpret_cast<const char *>(lock) + 1; }

/// Called by a holder of the lock.
bool isHeldForWriting(const pthread_rwlock_t *lock) { return lock->__data.__cur_writer != 0; }

#define TELL_READ(lock) TELL(Acquire, lock)
#define TELL_WRITE(lock)            \
  do {                              \
    TELL(Acquire, lock);            \
    TELL(Acquire, readersOf(lock)); \
  } while (false)

// --- condition variables -------------------------------------------------------------------------------------------

struct Waiting {
  std::uint64_t mutex;
  const void *caller;
};

void endWaiting(void *data) {
  const auto *waiting = static_cast<const Waiting *>(data);
  tellUnlessRuntime(ThreadEvent::Acquire, waiting->mutex, waiting->caller);
}

// --- pthread_once --------------------------------------------------------------------------------------------------

struct Once {
  void *control;
  void (*run)();
  const void *caller;
};
constinit thread_local Once tOnce{};

void runOnce() {
  const Once once = tOnce;
  once.run();
  tellUnlessRuntime(ThreadEvent::Release, objectOf(once.control), once.caller);
}

}  // namespace

void prepareThreadEnds() {
  real().pthread_once(&gEndKeyOnce, [] { pthread_key_create(&gEndKey, onThreadEnd); });
}

}  // namespace lockstep::runtime

using namespace lockstep::runtime;

#pragma GCC visibility push(default)

// The wrappers have the names and types of the wrapped functions.
#define LOCKING(name, parameters, arguments, tells) \
  extern "C" int name parameters {                  \
    const int result = real().name arguments;       \
    if (isLocked(result)) tells;                    \
    return result;                                  \
  }
// Who is cancelled while it waits has its mutex again when it cleans up.
#define WAITING(name, parameters, arguments, mutex)                \
  extern "C" int name parameters {                                 \
    if (!isOrderRecorded()) return real().name arguments;          \
    TELL(Release, mutex);                                          \
    Waiting waiting{objectOf(mutex), __builtin_return_address(0)}; \
    int result = 0;                                                \
    pthread_cleanup_push(endWaiting, &waiting);                    \
    result = real().name arguments;                                \
    pthread_cleanup_pop(1);                                        \
    return result;                                                 \
  }

extern "C" int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                              void *argument) noexcept {
  Start *start = announce({run, nullptr, argument}, __builtin_return_address(0));
  if (start == nullptr) return real().pthread_create(thread, attributes, run, argument);
  const int result = real().pthread_create(thread, attributes, runThread, start);
  if (result != 0) renounce(start);
  return result;
}

extern "C" int thrd_create(thrd_t *thread, thrd_start_t run, void *argument) {
  Start *start = announce({nullptr, run, argument}, __builtin_return_address(0));
  if (start == nullptr) return real().thrd_create(thread, run, argument);
  const int result = real().thrd_create(thread, runC11Thread, start);
  if (result != thrd_success) renounce(start);
  return result;
}

#define JOINING(name, Value)                                                                                          \
  extern "C" int name(pthread_t thread, Value *value) {                                                               \
    const int result = whileJoining(thread, __builtin_return_address(0), [&] { return real().name(thread, value); }); \
    if (result == 0) TELL(Acquire, thread);                                                                           \
    return result;                                                                                                    \
  }
JOINING(pthread_join, void *)
JOINING(thrd_join, int)
// These may come back without.
#define JOINED(thread)     \
  do {                     \
    gJoins.forget(thread); \
    TELL(Acquire, thread); \
  } while (false)
LOCKING(pthread_tryjoin_np, (pthread_t thread, void **value) noexcept, (thread, value), JOINED(thread))
LOCKING(pthread_timedjoin_np, (pthread_t thread, void **value, const timespec *limit), (thread, value, limit),
        JOINED(thread))
LOCKING(pthread_clockjoin_np, (pthread_t thread, void **value, clockid_t clock, const timespec *limit),
        (thread, value, clock, limit), JOINED(thread))

// A cancelled thread continues in ways that are not tracked.
extern "C" int pthread_cancel(pthread_t thread) {
  if (gActors.areSeveral() && !isRuntimeCaller(__builtin_return_address(0))) giveUpCounting();
  return real().pthread_cancel(thread);
}

LOCKING(pthread_mutex_lock, (pthread_mutex_t * mutex) noexcept, (mutex), TELL(Acquire, mutex))
LOCKING(pthread_mutex_trylock, (pthread_mutex_t * mutex) noexcept, (mutex), TELL(Acquire, mutex))
LOCKING(pthread_mutex_timedlock, (pthread_mutex_t * mutex, const timespec *limit) noexcept, (mutex, limit),
        TELL(Acquire, mutex))
LOCKING(pthread_mutex_clocklock, (pthread_mutex_t * mutex, clockid_t clock, const timespec *limit) noexcept,
        (mutex, clock, limit), TELL(Acquire, mutex))
LOCKING(mtx_lock, (mtx_t * mutex), (mutex), TELL(Acquire, mutex))
LOCKING(mtx_trylock, (mtx_t * mutex), (mutex), TELL(Acquire, mutex))
LOCKING(mtx_timedlock, (mtx_t * mutex, const timespec *limit), (mutex, limit), TELL(Acquire, mutex))

extern "C" int pthread_mutex_unlock(pthread_mutex_t *mutex) noexcept {
  TELL(Release, mutex);
  return real().pthread_mutex_unlock(mutex);
}

extern "C" int mtx_unlock(mtx_t *mutex) {
  TELL(Release, mutex);
  return real().mtx_unlock(mutex);
}

WAITING(pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t *mutex), (condition, mutex), mutex)
WAITING(pthread_cond_timedwait, (pthread_cond_t * condition, pthread_mutex_t *mutex, const timespec *limit),
        (condition, mutex, limit), mutex)
WAITING(pthread_cond_clockwait,
        (pthread_cond_t * condition, pthread_mutex_t *mutex, clockid_t clock, const timespec *limit),
        (condition, mutex, clock, limit), mutex)
WAITING(cnd_wait, (cnd_t * condition, mtx_t *mutex), (condition, mutex), mutex)
WAITING(cnd_timedwait, (cnd_t * condition, mtx_t *mutex, const timespec *limit), (condition, mutex, limit), mutex)

LOCKING(pthread_rwlock_rdlock, (pthread_rwlock_t * lock) noexcept, (lock), TELL_READ(lock))
LOCKING(pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock) noexcept, (lock), TELL_READ(lock))
LOCKING(pthread_rwlock_timedrdlock, (pthread_rwlock_t * lock, const timespec *limit) noexcept, (lock, limit),
        TELL_READ(lock))
LOCKING(pthread_rwlock_clockrdlock, (pthread_rwlock_t * lock, clockid_t clock, const timespec *limit) noexcept,
        (lock, clock, limit), TELL_READ(lock))
LOCKING(pthread_rwlock_wrlock, (pthread_rwlock_t * lock) noexcept, (lock), TELL_WRITE(lock))
LOCKING(pthread_rwlock_trywrlock, (pthread_rwlock_t * lock) noexcept, (lock), TELL_WRITE(lock))
LOCKING(pthread_rwlock_timedwrlock, (pthread_rwlock_t * lock, const timespec *limit) noexcept, (lock, limit),
        TELL_WRITE(lock))
LOCKING(pthread_rwlock_clockwrlock, (pthread_rwlock_t * lock, clockid_t clock, const timespec *limit) noexcept,
        (lock, clock, limit), TELL_WRITE(lock))

extern "C" int pthread_rwlock_unlock(pthread_rwlock_t *lock) noexcept {
  if (isHeldForWriting(lock))
    TELL(Release, lock);
  else
    TELL(Post, readersOf(lock));
  return real().pthread_rwlock_unlock(lock);
}

LOCKING(pthread_spin_lock, (pthread_spinlock_t * lock) noexcept, (lock), TELL(Acquire, lock))
LOCKING(pthread_spin_trylock, (pthread_spinlock_t * lock) noexcept, (lock), TELL(Acquire, lock))

extern "C" int pthread_spin_unlock(pthread_spinlock_t *lock) noexcept {
  TELL(Release, lock);
  return real().pthread_spin_unlock(lock);
}

extern "C" int pthread_barrier_wait(pthread_barrier_t *barrier) noexcept {
  if (!isOrderRecorded()) return real().pthread_barrier_wait(barrier);
  TELL(BarrierEnter, barrier);
  const int result = real().pthread_barrier_wait(barrier);
  TELL(BarrierLeave, barrier);
  return result;
}

extern "C" int sem_post(sem_t *semaphore) noexcept {
  TELL(Post, semaphore);
  return real().sem_post(semaphore);
}

LOCKING(sem_wait, (sem_t * semaphore), (semaphore), TELL(Acquire, semaphore))
LOCKING(sem_trywait, (sem_t * semaphore) noexcept, (semaphore), TELL(Acquire, semaphore))
LOCKING(sem_timedwait, (sem_t * semaphore, const timespec *limit), (semaphore, limit), TELL(Acquire, semaphore))
LOCKING(sem_clockwait, (sem_t * semaphore, clockid_t clock, const timespec *limit), (semaphore, clock, limit),
        TELL(Acquire, semaphore))

extern "C" int pthread_once(pthread_once_t *control, void (*run)()) {
  if (!isOrderRecorded()) return real().pthread_once(control, run);
  tOnce = {control, run, __builtin_return_address(0)};
  const int result = real().pthread_once(control, runOnce);
  TELL(Acquire, control);
  return result;
}

extern "C" void call_once(once_flag *control, void (*run)()) {
  if (!isOrderRecorded()) return real().call_once(control, run);
  tOnce = {control, run, __builtin_return_address(0)};
  real().call_once(control, runOnce);
  TELL(Acquire, control);
}

#pragma GCC visibility pop
