// The launcher of a batch system, here a stub: the ranks are recorded, one report covers the job, and the launcher's
// status is kept, even if it is not that of any rank.
// REQUIRES: mpich, openmpi
// RUN: %mpicc-mpich -g %s -o %t.mpich
// RUN: %mpicc-openmpi -g %s -o %t.openmpi
// RUN: env STUB_MPIEXEC=mpiexec.mpich %lockstep run --json %t.json -- %S/../Inputs/srun -n 3 %t.mpich 0
// RUN: %json-has %t.json ranks=3 outcome.status=exited outcome.code=0 findings.#=0 coverage.calls=15
// RUN: env STUB_MPIEXEC="mpiexec.openmpi --oversubscribe" %lockstep run --json %t.json -- %S/../Inputs/srun -n 3 %t.openmpi 0
// RUN: %json-has %t.json ranks=3 outcome.status=exited outcome.code=0 findings.#=0 coverage.calls=15
//
// RUN: env STUB_MPIEXEC=mpiexec.mpich %exits 3 %lockstep run -- %S/../Inputs/srun -n 2 %t.mpich 3
// RUN: env STUB_MPIEXEC="mpiexec.openmpi --oversubscribe" %exits 3 %lockstep run -- %S/../Inputs/srun -n 2 %t.openmpi 3
// RUN: env STUB_MPIEXEC=mpiexec.mpich STUB_STATUS=9 %exits 9 %lockstep run -- %S/../Inputs/srun -n 2 %t.mpich 3
// RUN: env STUB_MPIEXEC=mpiexec.mpich STUB_STATUS=9 %exits 9 %lockstep run -- %S/../Inputs/srun -n 2 %t.mpich 0
// A launcher that says nothing of a rank's failure does not hide it.
// RUN: env STUB_MPIEXEC=mpiexec.mpich STUB_STATUS=0 %exits 3 %lockstep run -- %S/../Inputs/srun -n 2 %t.mpich 3
// An error found wins over whatever the launcher says.
// RUN: env STUB_MPIEXEC=mpiexec.mpich STUB_STATUS=9 %not66 %lockstep run -- %S/../Inputs/srun -n 2 %t.mpich error 2>&1 | FileCheck %s
// RUN: env STUB_MPIEXEC="mpiexec.openmpi --oversubscribe" STUB_STATUS=0 %not66 %lockstep run -- %S/../Inputs/srun -n 2 %t.openmpi error 2>&1 | FileCheck %s
// CHECK: batch-launcher.c:{{[0-9]+}}:{{.*}} [coll-op-mismatch]
// CHECK: lockstep: 1 error in 2 ranks
//
// Copies that know nothing of each other are jobs of one rank each, in one report.
// RUN: %lockstep run --json %t.json -- %S/../Inputs/srun -n 2 %t.mpich alone
// RUN: %json-has %t.json outcome.status=exited outcome.code=0 findings.#=0 coverage.calls=5
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int rank = 0, size = 0, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int given = atoi(getenv("SLURM_PROCID")), tasks = atoi(getenv("SLURM_NTASKS"));
  const int isRight = strcmp(argv[1], "alone") == 0 ? size == 1 : given == rank && tasks == size;
  const MPI_Op op = strcmp(argv[1], "error") == 0 && rank == 0 ? MPI_MAX : MPI_SUM;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Finalize();
  return isRight ? atoi(argv[1]) : 1;
}
