program stops
  use mpi
  implicit none
  integer :: rank, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  ! CHECK: fortran_stop.f90:[[#@LINE-1]]:{{.*}}error: the process ends without calling MPI_Finalize [lifecycle]
  ! CHECK: fortran_stop.f90:[[#@LINE+1]]:{{.*}}note: ends here
  if (rank == 1) stop
  call MPI_Finalize(ierr)
end program stops
