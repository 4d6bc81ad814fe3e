! Only rank 0 calls the barrier in Fortran.
! RUN: %not66 %check %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank
  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    print *, 'rank', rank
    ! CHECK: fortran.f90:[[@LINE+1]]:5: error: MPI_Barrier is not called by all ranks
    call MPI_BARRIER(MPI_COMM_WORLD, ierr)
  end if
  call MPI_FINALIZE(ierr)
end program
