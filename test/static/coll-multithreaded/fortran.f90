! A collective that all threads of a parallel region call, and one that a single thread calls.
! RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, provided
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  !$omp parallel
  ! CHECK: fortran.f90:[[#@LINE+1]]:{{.*}}error: MPI_Barrier is called by several threads
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  !$omp single
  ! CHECK-NOT: fortran.f90:[[#@LINE+1]]:{{.*}}error:
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  !$omp end single
  !$omp end parallel
  call MPI_Finalize(ierr)
end program
