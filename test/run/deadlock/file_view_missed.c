// Rank 1 has nothing to write and leaves before the view is set: the others wait for it in a collective call on the
// file.
// REQUIRES: mpich, openmpi
// RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s %t.mpich 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock outcome.status=deadlock
// RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s %t.openmpi 2>&1 | FileCheck %s
// RUN: %json-has %t.json findings.#=1 findings.0.rule=deadlock outcome.status=deadlock
#include <mpi.h>

static void save(const char *name, int count) {
  int values[4] = {1, 2, 3, 4};
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
  if (count == 0) return;
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_all(file, values, count, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
}

int main(int argc, char **argv) {
  int rank, count, sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  count = rank == 0 ? argc + 2 : argc - 2;
  save(argv[1], count);
  MPI_Allreduce(&count, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
}

// CHECK: error: ranks 0-1 are deadlocked: rank 0 waits in MPI_File_set_view for rank 1, rank 1 waits in MPI_Allreduce for rank 0 [deadlock]
// CHECK: 1 error in 2 ranks
