! An operation that is written in Fortran, run by the library: its accesses are the library's.
! REQUIRES: mpich, openmpi
! RUN: %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
! RUN: %lockstep run --mpi openmpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s
! CHECK-NOT: error:
module operations
contains
  subroutine longer(a, b, n, type)
    integer :: n, type
    real :: a(n), b(n)
    b = max(a, b)
  end subroutine
end module

program main
  use mpi
  use operations
  implicit none
  integer :: op, request, ierr
  real :: mine(8), all(8)
  call MPI_Init(ierr)
  mine = 2
  call MPI_Op_create(longer, .true., op, ierr)
  call MPI_Iallreduce(mine, all, 8, MPI_REAL, op, MPI_COMM_WORLD, request, ierr)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  call MPI_Op_free(op, ierr)
  call MPI_Finalize(ierr)
end program
