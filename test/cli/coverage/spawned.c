// Processes spawned by the program are not judged; one line, the summary and the document say so.
// REQUIRES: openmpi
// RUN: %lockstep run --mpi openmpi -n 1 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
// RUN: %json-has %t.json coverage.spawnedNotJudged=2
// RUN: %lockstep report --format text %t.json 2>&1 | FileCheck --check-prefix=AGAIN %s
// CHECK: lockstep: warning: the program starts processes of its own (MPI_Comm_spawn): they are not judged
// CHECK: lockstep: no errors, but 2 spawned processes were not judged; 1 rank,
// AGAIN: lockstep: no errors, but 2 spawned processes were not judged; 1 rank,
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Comm parent, children;
  int value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_parent(&parent);
  if (parent == MPI_COMM_NULL) {
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
    MPI_Bcast(&value, 1, MPI_INT, MPI_ROOT, children);
    MPI_Comm_disconnect(&children);
  } else {
    MPI_Bcast(&value, 1, MPI_INT, 0, parent);
    MPI_Comm_disconnect(&parent);
  }
  MPI_Finalize();
  return 0;
}
