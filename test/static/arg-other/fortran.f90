! The color of a split is negative in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank
  integer :: part
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: color of MPI_Comm_split (argument 2) is -3, but a color must not be negative [arg-other]
  call MPI_Comm_split(MPI_COMM_WORLD, -3, rank, part, ierr)
  call MPI_Finalize(ierr)
end program
