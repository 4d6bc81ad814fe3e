// A matched receive of MPI_MESSAGE_NULL.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Init(&argc, &argv);
#ifdef OK
  MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
#endif
  MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  // BOTH: message_null.c:[[@LINE-1]]:3: error: message of MPI_Mrecv (argument 4) is MPI_MESSAGE_NULL [arg-other]
  MPI_Finalize();
  return 0;
}
