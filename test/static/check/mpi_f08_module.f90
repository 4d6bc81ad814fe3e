! flang cannot read the module mpi_f08: compiled by gfortran, and the report says that the rules did not see it. No module
! files are left behind.
! REQUIRES: mpich
! RUN: rm -rf %t && mkdir %t && cd %t && %check -v %s 2>&1 | FileCheck %s
! RUN: ls %t | count 0
! CHECK: lockstep: no errors; 0 MPI calls seen; not seen by the rules: {{.*}}mpi_f08_module.f90{{$}}
module work
  use mpi_f08
contains
  subroutine wait_for_all()
    call MPI_Barrier(MPI_COMM_WORLD)
  end subroutine
end module
