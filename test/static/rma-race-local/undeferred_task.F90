! An undeferred task waits for the tasks that it depends on, and for no others.
! RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
! RUN: %check %s -- -fopenmp -DOK 2>&1 | FileCheck %s --check-prefix=OK
! OK-NOT: {{warning|error}}:
! OK: lockstep: no errors
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
  !$omp parallel num_threads(2)
  !$omp single
  !$omp task shared(value) depend(out: value)
  call MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win, ierr)
  ! CHECK-DAG: undeferred_task.F90:[[@LINE+1]]:{{.*}}note: may {{read|write to}} it at the same time
  call MPI_Get(value, 1, MPI_INTEGER, 0, place, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_unlock(0, win, ierr)
  !$omp end task
#ifdef OK
  !$omp task shared(value) depend(inout: value) if(.false.)
#else
  !$omp task shared(value) if(.false.)
#endif
  ! CHECK-DAG: undeferred_task.F90:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that MPI_Get also writes to, and nothing orders the two [rma-race-local]
  value = 1
  !$omp end task
  !$omp end single
  !$omp end parallel
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
