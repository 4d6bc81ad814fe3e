! Without optimization an assignment to a whole array, to a section or to several dimensions is a call of flang's runtime.
! REQUIRES: mpich
! RUN: %lockstep-mpifort --mpi=mpich -g -O0 %s -o %t
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t
! RUN: %findings %t.json | FileCheck %s
program assigned_array
  use mpi
  implicit none
  integer :: rank, error, requests(4)
  double precision :: ghost(8), mine(8), planes(4, 6), free(8)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  mine = rank
  call MPI_Irecv(ghost, 8, MPI_DOUBLE_PRECISION, 1 - rank, 1, MPI_COMM_WORLD, requests(1), error)
  call MPI_Irecv(planes(1, 5), 4, MPI_DOUBLE_PRECISION, 1 - rank, 2, MPI_COMM_WORLD, requests(2), error)
  call MPI_Isend(mine, 8, MPI_DOUBLE_PRECISION, 1 - rank, 1, MPI_COMM_WORLD, requests(3), error)
  call MPI_Isend(mine, 4, MPI_DOUBLE_PRECISION, 1 - rank, 2, MPI_COMM_WORLD, requests(4), error)
  ! CHECK-DAG: buffer-race, error, {{.*}}[[@LINE+1]] store
  ghost = 1
  ! CHECK-DAG: buffer-race, error, {{.*}}[[@LINE+1]] store
  planes(2:3, ::2) = 1
  ! CHECK-NOT: buffer-race
  planes(:, 1:3) = 1
  planes(:, 6) = 2
  free = mine
  call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, error)
  call MPI_Finalize(error)
end program
