! A wait for MPI_REQUEST_NULL in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %check %s 2>&1 | FileCheck %s
! RUN: %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr
  integer :: request
  call MPI_Init(ierr)
  request = MPI_REQUEST_NULL
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}warning: MPI_Wait is given a null request: there is nothing to complete [request-unmatched-wait]
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  call MPI_Finalize(ierr)
end program
