! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, size
  integer :: request
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  request = MPI_REQUEST_NULL
  ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: request of MPI_Request_free (argument 1) is MPI_REQUEST_NULL [arg-request]
  call MPI_Request_free(request, ierr)
  call MPI_Finalize(ierr)
end program
