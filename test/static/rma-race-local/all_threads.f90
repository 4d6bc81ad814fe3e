! All threads get into a variable that the first one stores to at the same time.
! RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, provided, value, window, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, place
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  bytes = 4
  place = 0
  call MPI_Win_create(window, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  !$omp parallel num_threads(2) private(ierr)
  call MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win, ierr)
  ! CHECK-DAG: all_threads.f90:[[@LINE+1]]:{{.*}}note: may {{read|write to}} it at the same time
  call MPI_Get(value, 1, MPI_INTEGER, 0, place, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_unlock(0, win, ierr)
  !$omp masked
  ! CHECK-DAG: all_threads.f90:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that MPI_Get also writes to, and nothing orders the two [rma-race-local]
  value = 1
  !$omp end masked
  !$omp end parallel
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
