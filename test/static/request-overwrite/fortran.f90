! Four receives in a loop share one request in Fortran.
! REQUIRES: mpich, openmpi
! RUN: %not66 %check %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
program main
  implicit none
  include 'mpif.h'
  integer :: ierr
  integer :: values(4), request, i
  call MPI_Init(ierr)
  do i = 1, 4
    ! CHECK: fortran.f90:[[@LINE+1]]:{{.*}}error: the request of MPI_Irecv is overwritten by that of MPI_Irecv and never completed [request-overwrite]
    call MPI_Irecv(values(i), 1, MPI_INTEGER, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, request, ierr)
  end do
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  call MPI_Finalize(ierr)
end program
