// Everything that orders two threads in the C++ library and with C11 threads.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 3 --timeout 60 --cflags="-std=c++17 -pthread -I%S/Inputs" --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
// RUN: %lockstep run --mpi openmpi -n 3 --timeout 60 --cflags="-std=c++17 -pthread -I%S/Inputs" --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=0
#include <threads.h>

#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "relay.h"

static int tag = 0;
static bool isDone = false;

static void run(const std::function<void()> &first, const std::function<void()> &second) {
  isDone = false;
  std::thread one(first);
  std::thread other(second);
  one.join();
  other.join();
  ++tag;
}

template <class Lock>
static void waitUnder(Lock lock) {
  for (;; std::this_thread::yield()) {
    const auto held = lock();
    if (isDone) return;
  }
}

static void runWithMutexes() {
  std::mutex mutex;
  std::timed_mutex timed;
  std::recursive_mutex recursive;
  std::shared_mutex shared;
  const auto first = [](auto &lock) {
    takeFirst(tag);
    const std::lock_guard held(lock);
    isDone = true;
  };
  run([&] { first(mutex); },
      [&] { waitUnder([&] { return std::unique_lock(mutex); }), takeSecond(tag); });
  run([&] { first(timed); },
      [&] { waitUnder([&] { return std::unique_lock(timed, std::chrono::minutes(1)); }), takeSecond(tag); });
  run([&] { first(recursive); },
      [&] { waitUnder([&] { return std::unique_lock(recursive); }), takeSecond(tag); });
  run([&] { first(shared); },
      [&] { waitUnder([&] { return std::shared_lock(shared); }), takeSecond(tag); });
}

static void runWithCondition() {
  std::mutex mutex;
  std::condition_variable condition;
  run(
      [&] {
        takeFirst(tag);
        {
          const std::lock_guard held(mutex);
          isDone = true;
        }
        condition.notify_one();
      },
      [&] {
        std::unique_lock held(mutex);
        condition.wait(held, [] { return isDone; });
        takeSecond(tag);
      });
}

static void runWithCallOnce() {
  std::once_flag once;
  const auto first = [&] { std::call_once(once, [] { takeFirst(tag); }); };
  run(first, [&] { first(), takeSecond(tag); });
}

static void runWithAsync() {
  std::async(std::launch::async, [] { takeFirst(tag); }).get();
  std::async(std::launch::async, [] { takeSecond(tag); }).get();
  ++tag;
}

static mtx_t c11Mutex;
static cnd_t c11Condition;

static int c11First(void *) {
  takeFirst(tag);
  mtx_lock(&c11Mutex);
  isDone = true;
  cnd_signal(&c11Condition);
  mtx_unlock(&c11Mutex);
  return 0;
}
static int c11Second(void *) {
  mtx_lock(&c11Mutex);
  while (!isDone) cnd_wait(&c11Condition, &c11Mutex);
  takeSecond(tag);
  mtx_unlock(&c11Mutex);
  return 5;
}
static int c11JoinedSecond(void *first) {
  thrd_join(*static_cast<thrd_t *>(first), nullptr);
  takeSecond(tag);
  return 5;
}
static int c11EndingFirst(void *) {
  takeFirst(tag);
  thrd_exit(0);
}

static void runWithC11(thrd_start_t first, thrd_start_t second, bool isJoined) {
  thrd_t threads[2];
  int value = 0;
  isDone = false;
  thrd_create(&threads[0], first, nullptr);
  thrd_create(&threads[1], second, &threads[0]);
  if (!isJoined) thrd_join(threads[0], nullptr);
  thrd_join(threads[1], &value);
  if (value != 5) abort();
  ++tag;
}

int main(int argc, char **argv) {
  constexpr int kTags = 9;
  const int rank = startMpi(&argc, &argv);
  if (rank == 0) {
    mtx_init(&c11Mutex, mtx_plain);
    cnd_init(&c11Condition);
    runWithMutexes();
    runWithCondition();
    runWithCallOnce();
    runWithAsync();
    runWithC11(c11First, c11Second, false);
    runWithC11(c11EndingFirst, c11JoinedSecond, true);
    if (tag != kTags) abort();
  } else {
    serve(rank, kTags);
  }
  MPI_Finalize();
  return 0;
}

// CHECK-NOT: {{error|warning|note}}:
// CHECK: lockstep: no errors; 3 ranks
