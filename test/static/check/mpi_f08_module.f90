! flang cannot read the module mpi_f08: compiled by gfortran, one message says so and what to do, and the report says
! that the rules did not see it. No module files remain.
! REQUIRES: mpich
! RUN: rm -rf %t && mkdir %t && cd %t && %check -v %s 2>&1 | FileCheck %s
! RUN: ls %t | count 0
! CHECK: lockstep: note: {{.*}}mpi_f08_module.f90 uses the module mpi_f08, which flang cannot read: the static rules did not look at it, gfortran compiled it; `lockstep run` checks what it does
! CHECK-NEXT: lockstep: nothing was checked; 0 MPI calls seen; not seen by the static rules: {{.*}}mpi_f08_module.f90
module work
  use mpi_f08
contains
  subroutine wait_for_all()
    call MPI_Barrier(MPI_COMM_WORLD)
  end subroutine
end module
