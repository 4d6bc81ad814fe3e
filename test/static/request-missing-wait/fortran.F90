! Four receives in Fortran, of which the last is not waited for.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
! RUN: %check %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
! RUN: %lockstep check --mpi openmpi %s -- -DOK 2>&1 | FileCheck %s --check-prefix=OK
! OK-NOT: {{warning|error}}:
! OK: lockstep: no errors
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, values(4), requests(4), i
#ifdef OK
  integer, parameter :: completed = 4
#else
  integer, parameter :: completed = 3
#endif
  call MPI_Init(ierr)
  do i = 1, 4
    ! CHECK: fortran.F90:[[@LINE+1]]:{{.*}}error: the operation of MPI_Irecv is never completed [request-missing-wait]
    call MPI_Irecv(values(i), 1, MPI_INTEGER, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, requests(i), ierr)
  end do
  call MPI_Waitall(completed, requests, MPI_STATUSES_IGNORE, ierr)
  call MPI_Finalize(ierr)
end program
