// A class unlocks all ranks of its window, which it has never locked.
// REQUIRES: mpich, openmpi
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
#include <mpi.h>

struct Window {
  Window() { MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win); }
  ~Window() = default;
  void unlock() {
    // CHECK: class.cpp:[[@LINE+1]]:{{.*}}error: MPI_Win_unlock_all without MPI_Win_lock_all: not all ranks are locked [rma-epoch]
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
  }
  int memory = 0;
  MPI_Win win;
};

int main(int argc, char **argv) {

  MPI_Init(&argc, &argv);
  Window window;
  window.unlock();
  MPI_Finalize();
  return 0;
}
