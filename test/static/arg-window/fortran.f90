! A fence on MPI_WIN_NULL in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr
  integer :: win
  call MPI_Init(ierr)
  win = MPI_WIN_NULL
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: win of MPI_Win_fence (argument 2) is MPI_WIN_NULL [arg-window]
  call MPI_Win_fence(0, win, ierr)
  call MPI_Finalize(ierr)
end program
