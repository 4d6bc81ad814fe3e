! A parallel region with an if clause is one call of the runtime, which gets the condition: it may have several threads.
! RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
! RUN: %check %s -- -fopenmp -DOK 2>&1 | FileCheck %s --check-prefix=OK
! OK-NOT: {{warning|error}}:
! OK: lockstep: no errors
subroutine work(n)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: n
  integer :: ierr
  !$omp parallel if(n > 100)
#ifdef OK
  !$omp single
#endif
  ! CHECK-DAG: fortran_parallel_if.F90:[[#@LINE+1]]:{{.*}}warning: MPI_Barrier may be called by several threads
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
#ifdef OK
  !$omp end single
#endif
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
#ifdef OK
  !$omp parallel if(.false.)
#else
  !$omp parallel if(.true.)
#endif
  ! CHECK-DAG: fortran_parallel_if.F90:[[#@LINE+1]]:{{.*}}error: MPI_Barrier is called by several threads
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  !$omp end parallel
  call MPI_Finalize(ierr)
end program
