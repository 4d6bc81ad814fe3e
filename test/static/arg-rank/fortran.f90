! A send to a negative rank in Fortran.
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
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: dest of MPI_Send (argument 4) is -8, but MPI_COMM_WORLD has ranks 0 to 1 [arg-rank]
  call MPI_Send(value, 1, MPI_INTEGER, -8, 0, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
