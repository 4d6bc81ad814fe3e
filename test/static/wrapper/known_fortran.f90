! What a comment or a suppression file declares known is no diagnostic of flang, and does not end the compilation.
! REQUIRES: mpich
! RUN: rm -rf %t && mkdir %t && cd %t && echo 'coll-mismatch:known_fortran.f90:*' >my.supp
! RUN: cd %t && %exits 1 %lockstep-mpifort --mpi mpich -cpp -DSHOWN -Werror=lockstep -c %s 2>&1 | FileCheck %s
! RUN: cd %t && %lockstep-mpifort --mpi mpich -cpp -Werror=lockstep -c %s 2>&1 | count 0
! RUN: cd %t && env LOCKSTEP_OPTIONS=suppressions=%t/my.supp %lockstep-mpifort --mpi mpich -cpp -DSHOWN -Werror=lockstep -c %s 2>&1 | count 0
program main
  use mpi
  integer :: ierr, rank
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
#ifdef SHOWN
  ! CHECK: known_fortran.f90:[[@LINE+1]]:{{[0-9]+}}: error: MPI_Barrier is not called by all ranks
  if (rank == 0) call MPI_Barrier(MPI_COMM_WORLD, ierr)
#else
  ! lockstep: ignore(coll-mismatch) on purpose
  if (rank == 0) call MPI_Barrier(MPI_COMM_WORLD, ierr)
#endif
  call MPI_Finalize(ierr)
end program
