// One thread receives into memory that another one reads meanwhile.
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  int rank, level, value = 1, other = 0, sum = 0;
  MPI_Request request;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) MPI_Irecv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
#pragma omp barrier
    if (omp_get_thread_num() == 1) sum += other;
#pragma omp barrier
    if (omp_get_thread_num() == 0) {
      MPI_Send(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
  }
  MPI_Finalize();
  return sum > 5;
}
