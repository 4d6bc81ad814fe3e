! A reduction with MPI_OP_NULL in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr
  integer :: value, sum
  call MPI_Init(ierr)
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: op of MPI_Allreduce (argument 5) is MPI_OP_NULL [arg-op]
  call MPI_Allreduce(value, sum, 1, MPI_INTEGER, MPI_OP_NULL, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
