! MPI_Start of a request that MPI_Startall has started, in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank
  integer :: value, requests(1)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  value = rank
  call MPI_Send_init(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, requests(1), ierr)
  ! CHECK: fortran.f90:[[@LINE+3]]:{{.*}}error: the persistent operation of MPI_Send_init is started again before it is complete [request-double-start]
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}note: is active since here
  call MPI_Startall(1, requests, ierr)
  call MPI_Start(requests(1), ierr)
  call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierr)
  call MPI_Request_free(requests(1), ierr)
  call MPI_Finalize(ierr)
end program
