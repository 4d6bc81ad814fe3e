! Fortran (mpi): reals received as integers.
! REQUIRES: mpich, openmpi
! RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=p2p-type-mismatch
! RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=p2p-type-mismatch
program main
  use mpi
  implicit none
  integer :: rank, ierr
  real :: values(4)
  integer :: received(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  values = 0
  if (rank == 0) then
    call MPI_Send(values, 4, MPI_REAL, 1, 0, MPI_COMM_WORLD, ierr)
  else
    call MPI_Recv(received, 4, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end if
  call MPI_Finalize(ierr)
end program

! CHECK: real_against_integer_mpi.f90:{{[0-9]+}}:{{.*}}error: rank 0 sends 4 x MPI_REAL to rank 1, which receives it as 4 x MPI_INTEGER: {{.*}} [p2p-type-mismatch]
