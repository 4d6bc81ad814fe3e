// A write at a negative offset of a file.
// RUN: %not66 %check %s 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %compile %s -o %t && %not66 %run %t 2>&1 | %verdict %s --check-prefix=BOTH
// RUN: %check %s -- -DOK 2>&1 | %verdict %s --check-prefix=OK
// RUN: %compile -DOK %s -o %t && %run %t 2>&1 | %verdict %s --check-prefix=OK
// OK: lockstep: no errors
#include <mpi.h>

int main(int argc, char **argv) {
  int value = 0;
  MPI_File file;
  MPI_Init(&argc, &argv);
#ifdef OK
  const MPI_Offset offset = 0;
#else
  const MPI_Offset offset = -8;
#endif
  MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
  MPI_File_write_at(file, offset, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  // BOTH: offset.c:[[@LINE-1]]:3: error: offset of MPI_File_write_at (argument 2) is -8, but an offset into a file is not negative [arg-other]
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
