! The wrapper for Fortran compiles, reports the barrier that only rank 0 calls, and the program runs.
! REQUIRES: mpich
! RUN: env LOCKSTEP_MPI=mpich %lockstep-mpifort %s -o %t 2>&1 | FileCheck %s
! RUN: mpiexec.mpich -n 1 %t | FileCheck %s --check-prefix=RUN1
! RUN1: alone
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank
  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  ! CHECK: fortran.f90:[[@LINE+1]]:{{[0-9]+}}: error: MPI_Barrier is not called by all ranks
  if (rank == 0) call MPI_BARRIER(MPI_COMM_WORLD, ierr)
  print *, 'alone'
  call MPI_FINALIZE(ierr)
end program
