// Processes under an incompatible launcher become jobs of one rank each: the requested job was not checked. The MPI of
// a program started by a script is unknown.
//
// RUN: rm -rf %t && mkdir %t && %mpicc-openmpi -g %s -o %t/app
// RUN: printf '#!/bin/sh\nexec %t/app "$@"\n' > %t/script && chmod +x %t/script
// RUN: %not64 %lockstep run --mpi mpich -n 2 --timeout 120 %t/script 2>&1 | FileCheck %s
// CHECK: lockstep: error: 2 processes have formed 2 jobs of one rank each, not one of 2 ranks: {{.*}}script uses Open MPI, but was started by the launcher of the other MPI; try --mpi openmpi
// CHECK-NOT: no errors
//
// A launch line of the user's own: the launcher says how many there are. The program waits, so that it can be asked.
// RUN: %not64 %lockstep run --timeout 120 -- mpiexec.mpich -n 2 %t/app wait 2>&1 | FileCheck %s --check-prefix=LINE
// LINE: lockstep: error: 2 processes have formed 2 jobs of one rank each, not one of 2 ranks: {{.*}} uses Open MPI, which does not understand the launcher that started it
//
// One rank was meant, or the launcher is the right one.
// RUN: %lockstep run --mpi mpich -n 1 --timeout 120 %t/script 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 120 %t/script 2>&1 | FileCheck %s --check-prefix=TWO
// ONE: lockstep: no errors; 1 rank
// TWO: lockstep: no errors; 2 ranks
//
// For Python the module tells: this one is none, but needs Open MPI, and the first MPI that is found is MPICH.
// RUN: mkdir -p %t/python/mpi4py && touch %t/python/mpi4py/__init__.py
// RUN: %mpicc-openmpi -shared -fPIC %s -o %t/python/mpi4py/MPI.so
// RUN: printf '#!%python\nimport os\nos.execv("%t/app", ["%t/app"])\n' > %t/script.py && chmod +x %t/script.py
// RUN: env PYTHONPATH=%t/python %lockstep run -n 2 --timeout 120 %python %t/script.py 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: env PYTHONPATH=%t/python %lockstep run -n 2 --timeout 120 %t/script.py 2>&1 | FileCheck %s --check-prefix=TWO
//
// REQUIRES: mpich, openmpi
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Without its launcher Open MPI makes a folder of its own, and fails where two processes do so at once. */
static void useOwnFolder(void) {
  static char folder[4096];
  const char *parent = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%s/job.XXXXXX", parent ? parent : "/tmp");
  if (mkdtemp(folder)) setenv("TMPDIR", folder, 1);
}

int main(int argc, char **argv) {
  if (!getenv("OMPI_COMM_WORLD_SIZE")) useOwnFolder();
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  if (argc > 1) sleep(1);
  MPI_Finalize();
  return 0;
}
