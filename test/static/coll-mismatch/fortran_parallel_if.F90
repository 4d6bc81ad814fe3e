! Only rank 0 calls the barrier in a parallel region with an if clause.
! RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
! RUN: %check %s -- -fopenmp -DOK 2>&1 | FileCheck %s --check-prefix=OK
! OK-NOT: {{warning|error}}:
! OK: lockstep: no errors
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
#ifdef OK
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
#else
  if (rank == 0) then
    ! CHECK: fortran_parallel_if.F90:[[#@LINE+1]]:{{.*}}error: MPI_Barrier is not called by all ranks
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end if
#endif
  !$omp end single
  !$omp end parallel
  call MPI_Finalize(ierr)
end program
