// C++ lock guards hold their lock from construction to destruction.
// RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DBEHIND 2>&1 | FileCheck %s --check-prefix=BEHIND
// OK-NOT: warning:
// OK: lockstep: no errors
// BEHIND: warning: MPI_Send needs MPI_THREAD_MULTIPLE, but the program requests MPI_THREAD_SERIALIZED
#include <mpi.h>

#include <atomic>
#include <mutex>

namespace {

class Channel {
 public:
  void send(int value) {
    const std::lock_guard<std::mutex> guard(mutex_);
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  }

 private:
  std::mutex mutex_;
};

class SpinLock {
 public:
  void lock() {
    while (taken_.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { taken_.clear(std::memory_order_release); }

 private:
  std::atomic_flag taken_ = ATOMIC_FLAG_INIT;
};

}  // namespace

int main(int argc, char **argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) MPI_Abort(MPI_COMM_WORLD, 1);
  Channel channel;
  std::mutex mutex;
  SpinLock spin;
#pragma omp parallel
  {
    int value = 1;
    channel.send(value);
    {
      std::unique_lock<std::mutex> guard(mutex);
      MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    }
#ifdef BEHIND
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
#endif
    const std::lock_guard<SpinLock> guard(spin);
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
