! Two receives into one buffer (use mpi_f08).
! REQUIRES: mpich, openmpi
! RUN: %mpifort-mpich -g -O0 %s -o %t.mpich
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1 findings.0.rule=buffer-race
! RUN: %mpifort-openmpi -g -O0 %s -o %t.openmpi
! RUN: %not66 %lockstep run -n 2 --timeout 60 %t.openmpi 2>&1 | FileCheck %s
program two_receives
  use mpi_f08
  implicit none
  integer, asynchronous :: values(2) = 0
  integer :: rank
  type(MPI_Request) :: requests(2)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  if (rank == 0) then
    call MPI_Irecv(values, 2, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, requests(1))
    call MPI_Irecv(values(2:2), 1, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, requests(2))
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
    call MPI_Irecv(values(1:1), 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, requests(1))
    call MPI_Irecv(values(2:2), 1, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, requests(2))
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  else
    call MPI_Send(values, 2, MPI_INTEGER, 0, 1, MPI_COMM_WORLD)
    call MPI_Send(values, 1, MPI_INTEGER, 0, 2, MPI_COMM_WORLD)
    call MPI_Send(values, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD)
    call MPI_Send(values, 1, MPI_INTEGER, 0, 2, MPI_COMM_WORLD)
  end if
  call MPI_Finalize()
end program

! CHECK: two_receives.f90:[[#@LINE-14]]:{{.*}} error: MPI_Irecv writes to a buffer that a pending MPI_Irecv also writes to [buffer-race]
! CHECK: pending since here
