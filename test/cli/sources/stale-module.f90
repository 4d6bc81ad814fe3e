! A module file that another compiler has left in the current folder does not stop the compilation of the source that
! defines the module; where the source of a module is not given, it is told what is missing.
! REQUIRES: openmpi
! RUN: rm -rf %t && mkdir -p %t/inc && cp %s %t/program.f90 && cd %t
! RUN: echo 'integer, parameter :: cells = 4' > %t/cells.inc && echo 'integer, parameter :: more = 2' > %t/inc/more.inc
! RUN: printf '!mod$ v1 sum:0\nmodule grid\nend\n' > %t/grid.mod && cp %t/grid.mod %t/lost.mod
! RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 --cflags=-Iinc program.f90 2>&1 | FileCheck %s
! RUN: printf 'program p\n use mpi_f08\n use lost\n call MPI_Init()\nend program\n' > %t/user.f90
! RUN: not %lockstep run --mpi openmpi -n 2 --timeout 60 user.f90 2>&1 | FileCheck --check-prefix=LOST %s
! CHECK: program.f90:{{[0-9]+}}: error: {{.*}} [p2p-unmatched]
! CHECK: lockstep: 1 error in 2 ranks
! LOST: lockstep: error: user.f90 does not compile: the file of the module lost comes from another compiler; compile the source of the module as well (--cflags=lost.f90)
module grid
  implicit none
  include 'cells.inc'
  include 'more.inc'
end module
program stale_module
  use mpi_f08
  use grid
  implicit none
  integer :: rank, values(cells + more)
  values = 0
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  if (rank == 0) call MPI_Send(values, cells, MPI_INTEGER, 1, 0, MPI_COMM_WORLD)
  call MPI_Finalize()
end program
