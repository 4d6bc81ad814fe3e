! A persistent send is waited for but never started in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %check %s 2>&1 | FileCheck %s
! RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank
  integer :: value, request
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  value = rank
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}warning: the persistent operation of MPI_Send_init is waited for but never started [request-missing-start]
  call MPI_Send_init(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request, ierr)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  call MPI_Request_free(request, ierr)
  call MPI_Finalize(ierr)
end program
