// Shared objects with their own copies of the hooks, loaded before or after the window is created and unloaded again;
// threads from before MPI; a forked child; little address space: the accesses are seen, and nothing breaks.
// REQUIRES: mpich
// RUN: rm -rf %t.trace
// RUN: gcc -shared -fPIC %S/Inputs/plugin.c %hooks -o %t.so
// RUN: %mpicc-mpich -g %s %hooks -o %t.m -ldl
// RUN: bash -c 'ulimit -v 1000000; exec %lockstep run -q -n 1 --trace %t.trace %t.m %t.so'
// RUN: %records %t.trace access MPI_Barrier | FileCheck %s
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Inputs/hooks.h"

static _Alignas(4096) char memory[4096];
static sem_t begin, end;

static void next(void) { MPI_Barrier(MPI_COMM_WORLD); }

static void *run(void *unused) {
  sem_wait(&begin);
  lockstepStore(memory + 100, 4);
  sem_post(&end);
  return unused;
}

static void *touchIn(const char *plugin) {
  void *handle = dlopen(plugin, RTLD_NOW);
  void (*touch)(char *) = (void (*)(char *))dlsym(handle, "touch");
  touch(memory);
  return handle;
}

int main(int argc, char **argv) {
  MPI_Win window;
  pthread_t thread;
  int status;
  sem_init(&begin, 0, 0);
  sem_init(&end, 0, 0);
  pthread_create(&thread, NULL, run, NULL);
  MPI_Init(&argc, &argv);
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  sem_post(&begin);
  sem_wait(&end);
  pthread_join(thread, NULL);
  next();
  for (int round = 0; round < 2; ++round) {
    dlclose(touchIn(argv[1]));
    next();
  }
  const pid_t child = fork();
  if (child == 0) {
    lockstepStore(memory + 500, 4);
    _exit(7);
  }
  waitpid(child, &status, 0);
  void *handle = touchIn(argv[1]);
  MPI_Win_free(&window);
  if (isMarked(memory)) return 2;
  dlclose(handle);
  MPI_Finalize();
  return WEXITSTATUS(status) == 7 ? 0 : 1;
}

// CHECK-NOT: access
// CHECK: rank 0: access site={{[0-9]+}} store 4 bytes at window 0 + 100
// CHECK: rank 0: MPI_Barrier ->
// CHECK-NEXT: rank 0: access site={{[0-9]+}} store 4 bytes at window 0 + 8
// CHECK-NEXT: rank 0: MPI_Barrier
// CHECK-NEXT: rank 0: MPI_Barrier ->
// CHECK-NEXT: rank 0: access site={{[0-9]+}} store 4 bytes at window 0 + 8
// CHECK-NEXT: rank 0: MPI_Barrier
// CHECK-NEXT: rank 0: MPI_Barrier ->
// CHECK-NEXT: rank 0: access site={{[0-9]+}} store 4 bytes at window 0 + 8
// CHECK-NOT: access
