! Branches on the thread number may order anything, so nothing is reported, also where omp_lib is not used.
! RUN: %check %s -- -fopenmp 2>&1 | FileCheck %s
! CHECK-NOT: {{warning|error}}:
! CHECK: lockstep: no errors
program main
  implicit none
  include 'mpif.h'
  integer, external :: omp_get_thread_num
  integer :: ierr, provided, value, window, win, me
  integer(kind=MPI_ADDRESS_KIND) :: bytes, place
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  bytes = 4
  place = 0
  call MPI_Win_create(window, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  !$omp parallel num_threads(2) private(me, ierr)
  me = omp_get_thread_num()
  if (me == 0) then
    call MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win, ierr)
    call MPI_Get(value, 1, MPI_INTEGER, 0, place, 1, MPI_INTEGER, win, ierr)
    call MPI_Win_unlock(0, win, ierr)
  end if
  !$omp masked
  value = 1
  !$omp end masked
  !$omp end parallel
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
