! What the preprocessor drops keeps nobody from flang: the static rules see a source that could use mpi_f08, too.
! REQUIRES: mpich
! RUN: rm -rf %t && mkdir %t
! RUN: env LOCKSTEP_MPI=mpich %lockstep-mpifort -c %s -o %t/without.o 2>&1 | FileCheck %s --check-prefix=SEEN
! RUN: env LOCKSTEP_MPI=mpich %lockstep-mpifort -DUSE_F08 -c %s -o %t/with.o 2>&1 | FileCheck %s --check-prefix=UNSEEN
! RUN: %not66 %lockstep check --mpi mpich %s 2>&1 | FileCheck %s --check-prefix=SEEN
! RUN: %lockstep check --mpi mpich --cflags=-DUSE_F08 %s 2>&1 | FileCheck %s --check-prefix=UNSEEN
! SEEN-NOT: mpi_f08
! SEEN: preprocessed.F90:{{.*}} error: MPI_Barrier is not called by all ranks
! UNSEEN: preprocessed.F90 uses the module mpi_f08, which flang cannot read
program main
#ifdef USE_F08
  use mpi_f08
#else
  use mpi
#endif
  implicit none
  integer :: error, rank
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  if (rank == 0) call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
end program
