! A Fortran program and its procedures have the names of the source; compiler-generated functions are no callers.
! RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-O2 --json %t.json %s 2>&1 | FileCheck %s
! RUN: FileCheck --check-prefix=NAMES --input-file=%t.json %s
! RUN: %not66 %lockstep check --json %t.check.json %s
! RUN: FileCheck --check-prefix=NAMES --input-file=%t.check.json %s
program demo
  use mpi
  implicit none
  integer :: ierr, rank, x
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  x = rank
  call share()
  ! CHECK: error: dest of MPI_Send (argument 4) is 77{{.*}} [arg-rank]
  ! CHECK: called from the main program at {{.*}}main_program.f90:[[@LINE-2]]
  ! CHECK-NEXT: help:
  call MPI_Bcast(x, 1, MPI_INTEGER, rank, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
contains
  subroutine share()
    call MPI_Send(x, 1, MPI_INTEGER, 77, 0, MPI_COMM_WORLD, ierr)
  end subroutine
end program
! NAMES: "function": "the main program"
! NAMES-NOT: _Q
