! flang lacks mpi_f08: gfortran compiles it, a note says what that means, and the program runs.
! REQUIRES: mpich, openmpi
! RUN: rm -rf %t && mkdir %t
! RUN: env LOCKSTEP_MPI=mpich %lockstep-mpifort %s -o %t/mpich 2>&1 | FileCheck %s
! RUN: mpiexec.mpich -n 1 %t/mpich | FileCheck --check-prefix=RUN1 %s
! RUN: env LOCKSTEP_MPI=openmpi %lockstep-mpifort %s -o %t/openmpi 2>&1 | FileCheck %s
! RUN: %lockstep run -q -n 1 %t/openmpi | FileCheck --check-prefix=RUN1 %s
! CHECK: lockstep-mpifort: note: {{.*}}use_mpi_f08.f90 uses the module mpi_f08, which flang cannot read: compiled by gfortran, the static rules do not see it
! CHECK-NOT: {{error|warning}}:
program main
  use mpi_f08
  implicit none
  type(MPI_Comm) :: world
  call MPI_Init()
  world = MPI_COMM_WORLD
  call MPI_Barrier(world)
  ! RUN1: alone
  print *, 'alone'
  call MPI_Finalize()
end program
