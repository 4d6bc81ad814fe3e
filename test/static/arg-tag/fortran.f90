! A send with a negative tag in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr
  integer :: value
  call MPI_Init(ierr)
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: tag of MPI_Send (argument 5) is -5, but must not be negative [arg-tag]
  call MPI_Send(value, 1, MPI_INTEGER, 0, -5, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
