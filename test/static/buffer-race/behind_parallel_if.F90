! A store after a parallel region with an if clause, before the receive into the variable is complete.
! RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
! RUN: %check %s -- -fopenmp -DOK 2>&1 | FileCheck %s --check-prefix=OK
! OK-NOT: {{warning|error}}:
! OK: lockstep: no errors
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, n, request, buffer, i, total(10)
  call MPI_Init(ierr)
  n = command_argument_count()
  !$omp parallel do if(n > 1)
  do i = 1, 10
    total(i) = i
  end do
  call MPI_Irecv(buffer, 1, MPI_INTEGER, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, request, ierr)
#ifdef OK
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
#endif
  ! CHECK: behind_parallel_if.F90:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Irecv also writes to [buffer-race]
  buffer = 1
#ifndef OK
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
#endif
  call MPI_Finalize(ierr)
end program
