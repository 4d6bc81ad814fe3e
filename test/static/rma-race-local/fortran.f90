! A store to the origin variable of a put before the fence in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr
  integer :: value, window, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, place
  call MPI_Init(ierr)
  bytes = 4
  place = 0
  call MPI_Win_create(window, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  ! CHECK-DAG: fortran.f90:[[@LINE+1]]:{{.*}}note: pending since here
  call MPI_Put(value, 1, MPI_INTEGER, 0, place, 1, MPI_INTEGER, win, ierr)
  ! CHECK-DAG: fortran.f90:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Put still reads [rma-race-local]
  value = 1
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
