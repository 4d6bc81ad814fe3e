! Both sides of a branch on the rank call MPI_BCAST in Fortran.
! RUN: %check %s 2>&1 | FileCheck %s
! CHECK-NOT: coll-
! CHECK: lockstep: no errors; 6 MPI calls
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, value
  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  if (ierr /= MPI_SUCCESS) stop 1
  if (rank == 0) then
    value = 42
    call MPI_BCAST(value, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  else
    call MPI_BCAST(value, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    if (value /= 42) call MPI_ABORT(MPI_COMM_WORLD, 1, ierr)
  end if
  call MPI_FINALIZE(ierr)
end program
