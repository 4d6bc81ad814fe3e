! One thread of the team calls the collective, whether there are others or not.
! RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
! CHECK-NOT: {{warning|error}}:
! CHECK: lockstep: no errors
subroutine work(n)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: n
  integer :: ierr
  !$omp parallel if(n > 100)
  !$omp single
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  !$omp end single
  !$omp end parallel
end subroutine

program main
  implicit none
  include 'mpif.h'
  integer :: ierr, provided, n
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  read *, n
  call work(n)
  !$omp parallel if(.false.)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  !$omp end parallel
  call MPI_Finalize(ierr)
end program
