! Behind a parallel region with an if clause the program goes on.
! RUN: %not66 %check %s -- -fopenmp 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, n, rank, request, buffer, i, total(10)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  n = command_argument_count()
  !$omp parallel do if(n > 1)
  do i = 1, 10
    total(i) = i
  end do
  call MPI_Irecv(buffer, 1, MPI_INTEGER, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, request, ierr)
  ! CHECK: behind_parallel_if.f90:[[@LINE+1]]:{{.*}}error: the store writes to a buffer that a pending MPI_Irecv also writes to [buffer-race]
  buffer = 1
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  call MPI_Finalize(ierr)
end program
