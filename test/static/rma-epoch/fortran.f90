! A window is freed while all ranks are locked in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr
  integer :: window, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  call MPI_Init(ierr)
  bytes = 4
  call MPI_Win_create(window, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: a lock is never released before MPI_Win_free [rma-epoch]
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
