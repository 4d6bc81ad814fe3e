! The rules see a source with `use mpi`, through the module that is built for flang. No module files remain.
! REQUIRES: mpich, openmpi
! RUN: rm -rf %t && mkdir %t && cd %t && %not66 %check %s 2>&1 | FileCheck %s
! RUN: cd %t && %not66 %lockstep check --mpi openmpi %s 2>&1 | FileCheck %s
! RUN: ls %t | count 0
module work
  use mpi
  integer :: steps
end module

program main
  use work
  integer :: ierr, own
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, own, ierr)
  ! CHECK: mpi_module.f90:[[@LINE+1]]:{{[0-9]+}}: error: MPI_Barrier is not called by all ranks
  if (own == 0) call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
! CHECK: lockstep: 1 error{{.*}}; 4 MPI calls
