! The count of a broadcast is negative in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr
  integer :: value
  call MPI_Init(ierr)
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: count of MPI_Bcast (argument 2) is -1, but must not be negative [arg-count]
  call MPI_Bcast(value, -1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
