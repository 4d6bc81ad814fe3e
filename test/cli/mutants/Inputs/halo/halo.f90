! Two processes exchange an edge; the maximum goes to all.
program halo
  use mpi
  implicit none
  integer :: rank, error, requests(2)
  double precision :: edge(8), ghost(8), largest
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  edge = rank
  call MPI_Irecv(ghost, 8, MPI_DOUBLE_PRECISION, 1 - rank, 1, &
                 MPI_COMM_WORLD, requests(1), error)
  call MPI_Isend(edge, 8, MPI_DOUBLE_PRECISION, 1 - rank, 1, MPI_COMM_WORLD, requests(2), error)
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
  if (rank >= 0) call MPI_Barrier(MPI_COMM_WORLD, error)
  call mpi_allreduce(ghost(1), largest, 1, MPI_DOUBLE_PRECISION, &
                     & MPI_MAX, MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
end program halo
