! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, size
  integer :: value, request
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  value = rank
  ! CHECK-DAG: fortran.f90:[[@LINE+1]]:{{.*}}note: in flight since here
  call MPI_Isend(value, 1, MPI_INTEGER, mod(rank + 1, size), 0, MPI_COMM_WORLD, request, ierr)
  ! CHECK-DAG: fortran.f90:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Isend still reads [buffer-race]
  value = 0
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  call MPI_Finalize(ierr)
end program
