! MPI_Request_free of MPI_REQUEST_NULL in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr
  integer :: request
  call MPI_Init(ierr)
  request = MPI_REQUEST_NULL
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: request of MPI_Request_free (argument 1) is MPI_REQUEST_NULL [arg-request]
  call MPI_Request_free(request, ierr)
  call MPI_Finalize(ierr)
end program
