// A communicator, a datatype and an info object are freed in a single that no barrier separates from the single that
// uses them.
// RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
// RUN: %check %s -- -fopenmp -DOK 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DMASTER 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %check %s -- -fopenmp -DFLAG 2>&1 | FileCheck %s --check-prefix=OK
// RUN: %not66 %check %s -- -fopenmp -DIF 2>&1 | FileCheck %s --check-prefix=PERHAPS
// OK-NOT: [handle-race]
// OK: lockstep: no errors
// PERHAPS: warning: MPI_Comm_free frees a communicator that another thread may still use in MPI_Bcast
#include <mpi.h>

#ifdef IF
#define CONDITION if (argc > 1)
#else
#define CONDITION
#endif

int main(int argc, char **argv) {
  int provided, value = 0, size = 0, ready = 0;
  MPI_Comm copy;
  MPI_Datatype pair;
  MPI_Info info;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Info_create(&info);
#pragma omp parallel num_threads(2) shared(value, size, ready)
  {
#ifdef MASTER
#pragma omp master
#elif defined OK
#pragma omp single
#else
#pragma omp single nowait
#endif
    {
      CONDITION MPI_Bcast(&value, 1, MPI_INT, 0, copy);
      MPI_Type_size(pair, &size);
      MPI_Info_set(info, "key", "value");
#ifdef FLAG
#pragma omp atomic write
      ready = 1;
#endif
    }
#ifdef MASTER
#pragma omp master
#else
#pragma omp single
#endif
    {
#ifdef FLAG
      int seen = 0;
      while (seen == 0)
#pragma omp atomic read
        seen = ready;
#endif
      // CHECK-DAG: freed_in_single.c:[[@LINE+1]]:7: error: MPI_Comm_free frees a communicator that another thread may still use in MPI_Bcast: nothing orders the calls [handle-race]
      MPI_Comm_free(&copy);
      // CHECK-DAG: error: MPI_Type_free frees a datatype that another thread may still use in MPI_Type_size
      MPI_Type_free(&pair);
      // CHECK-DAG: error: MPI_Info_free frees an info object that another thread may still use in MPI_Info_set
      MPI_Info_free(&info);
    }
  }
  MPI_Finalize();
  return size + ready;
}
