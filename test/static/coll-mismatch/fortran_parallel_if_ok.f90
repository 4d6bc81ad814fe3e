! All ranks call the collective in the region, whether it has one thread or several.
! RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
! CHECK-NOT: {{warning|error}}:
! CHECK: lockstep: no errors
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, provided, rank, n
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  n = command_argument_count()
  !$omp parallel if(n > 1)
  !$omp single
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  !$omp end single
  !$omp end parallel
  call MPI_Finalize(ierr)
end program
