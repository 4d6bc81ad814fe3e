! The root of a broadcast is the number of ranks, one more than the last rank, in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, size
  integer :: value
  call MPI_Init(ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: root of MPI_Bcast (argument 4) is 2, but MPI_COMM_WORLD has ranks 0 to 1 [arg-root]
  call MPI_Bcast(value, 1, MPI_INTEGER, size, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
