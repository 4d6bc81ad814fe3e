// A global object frees its communicator after MPI_Finalize; one that calls MPI_Finalized first does not.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DRIGHT 2>&1 | FileCheck %s --check-prefix=RIGHT
// RIGHT-NOT: {{warning|error}}:
// RIGHT: lockstep: no errors
#include <mpi.h>

class World {
 public:
  void open() { MPI_Comm_dup(MPI_COMM_WORLD, &comm_); }
  ~World() {
#ifdef RIGHT
    int isFinalized;
    MPI_Finalized(&isFinalized);
    if (isFinalized) return;
#endif
    MPI_Comm_free(&comm_);
    // CHECK: static_object.cpp:[[#@LINE-1]]:5: error: MPI_Comm_free is called after MPI_Finalize [lifecycle]
  }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

static World world;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  world.open();
  MPI_Finalize();
}
