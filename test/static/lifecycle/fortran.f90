! A barrier after MPI_Finalize and a process that stops without it, in Fortran; a check of the error code is correct.
! RUN: %not66 %check %s 2>&1 | FileCheck %s --check-prefix=AFTER
! RUN: %not66 %check %S/Inputs/fortran_stop.f90 2>&1 | FileCheck %S/Inputs/fortran_stop.f90
! RUN: %check %S/Inputs/fortran_ok.f90 2>&1 | FileCheck %s --check-prefix=RIGHT
! RIGHT-NOT: {{warning|error}}:
! RIGHT: lockstep: no errors
program after
  use mpi
  implicit none
  integer :: ierr, rank
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Finalize(ierr)
  if (ierr /= MPI_SUCCESS) stop 1
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  ! AFTER: fortran.f90:[[#@LINE-1]]:{{.*}}error: MPI_Barrier is called after MPI_Finalize [lifecycle]
  print *, rank
end program after
