! Rank 1 sends eight reals to a receive with room for four in Fortran.
! RUN: %not66 %check %s 2>&1 | FileCheck %s
program truncation
  use mpi
  implicit none
  integer :: rank, ierr
  real :: values(8)
  values = 0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 1) call MPI_Send(values, 8, MPI_REAL, 0, 1, MPI_COMM_WORLD, ierr)
  ! CHECK: fortran.f90:[[#@LINE-1]]:{{.*}}error: rank 1 sends 8 x MPI_REAL (32 bytes) to rank 0, which has room for 4 x MPI_REAL (16 bytes) [p2p-truncation]
  if (rank == 0) call MPI_Recv(values, 4, MPI_REAL, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  call MPI_Finalize(ierr)
end program truncation
