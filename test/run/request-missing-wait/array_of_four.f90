! Four requests, of which MPI_Waitall completes three, in two rounds. What goes nowhere and short sends have the same
! handle, and a binding may hand on a copy of the array: nevertheless only the last send is lost.
! REQUIRES: mpich, openmpi
! RUN: %not66 %lockstep run -n 2 --mpi mpich --timeout 60 --json %t.json %s 2>&1 | FileCheck %s --check-prefix=TEXT
! RUN: %findings %t.json | FileCheck %s
! RUN: %not66 %lockstep run -n 2 --mpi openmpi --timeout 60 --json %t.json %s 2>&1 | FileCheck %s --check-prefix=TEXT
! RUN: %findings %t.json | FileCheck %s
! CHECK: {{^request-(overwrite|missing-wait), error, 25 MPI_Isend}}
! CHECK-NOT: {{^}}request
! TEXT-NOT: also:
program array_of_four
  use mpi_f08
  implicit none
  type(MPI_Request) :: requests(4)
  integer, asynchronous :: values(4)
  integer :: rank, below, above, round
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  below = merge(MPI_PROC_NULL, 0, rank == 0)
  above = merge(1, MPI_PROC_NULL, rank == 0)
  do round = 1, 2
    call MPI_Irecv(values(1), 1, MPI_INTEGER, below, 7, MPI_COMM_WORLD, requests(1))
    call MPI_Irecv(values(2), 1, MPI_INTEGER, above, 8, MPI_COMM_WORLD, requests(2))
    call MPI_Isend(values(3), 1, MPI_INTEGER, below, 8, MPI_COMM_WORLD, requests(3))
    call MPI_Isend(values(4), 1, MPI_INTEGER, above, 7, MPI_COMM_WORLD, requests(4))
    call MPI_Waitall(3, requests, MPI_STATUSES_IGNORE)
  end do
  call MPI_Finalize()
end program
