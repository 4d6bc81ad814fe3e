! A broadcast of five elements of an array of four in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank
  integer :: values(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  values = rank
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: buffer of MPI_Bcast (argument 1) points to 16 bytes of memory, but the call accesses 20 [buffer-overflow]
  call MPI_Bcast(values, 5, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
