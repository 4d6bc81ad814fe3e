// Rank 0 runs unseen code that might change the object which holds the communicator: its calls, and those on a file
// opened with it, are the same as those of the others all the same.
// RUN: %check %s 2>&1 | FileCheck %s
// CHECK-NOT: coll-
// CHECK: lockstep: no errors
#include <mpi.h>

struct Reader;
void prepare(Reader *reader);

struct Reader {
  MPI_Comm comm = MPI_COMM_WORLD;
  void read(int rank) {
    MPI_File file;
    MPI_Status status;
    int head;
    if (rank == 0) prepare(this);
    MPI_Barrier(comm);
    MPI_File_open(comm, "input", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_read_all(file, &head, 1, MPI_INT, &status);
    MPI_File_close(&file);
  }
};

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Reader reader;
  reader.read(rank);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
