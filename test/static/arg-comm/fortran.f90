! A broadcast on MPI_COMM_NULL in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank
  integer :: value
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  value = rank
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: comm of MPI_Bcast (argument 5) is MPI_COMM_NULL [arg-comm]
  call MPI_Bcast(value, 1, MPI_INTEGER, 0, MPI_COMM_NULL, ierr)
  call MPI_Finalize(ierr)
end program
