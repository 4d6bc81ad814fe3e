// Some ranks call functions through a pointer that run no collective, and miss the one of the others.
// RUN: %not66 %check %s 2>&1 | FileCheck %s
// RUN: %check %s -- -DHIDDEN 2>&1 | FileCheck %s --check-prefix=HIDDEN
// CHECK: error: MPI_Barrier is not called by all ranks of the communicator [coll-mismatch]
// HIDDEN-NOT: error:
#include <mpi.h>

class Domain {
 public:
  double &mass(int i) { return mass_[i]; }
  double &force(int i) { return force_[i]; }

 private:
  double mass_[8] = {};
  double force_[8] = {};
};

#ifdef HIDDEN
double &elsewhere(Domain *domain, int i);
#endif

using Field = double &(*)(Domain *, int);
static double &mass(Domain *domain, int i) { return domain->mass(i); }
static double &force(Domain *domain, int i) { return domain->force(i); }

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Domain domain;
  double sum = 0;
  Field field = argc > 1 ? mass : force;
#ifdef HIDDEN
  if (argc > 2) field = elsewhere;
#endif
  if (rank != 0)
    for (int i = 0; i < 8; ++i) sum += field(&domain, i);
  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return sum > 0;
}
