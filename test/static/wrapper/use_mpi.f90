! `use mpi` compiles with flang on both MPIs, through the module built around mpif.h: buffers of different types and
! routines in an only-list included. The rules see it, the program runs.
! REQUIRES: mpich, openmpi
! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: env LOCKSTEP_MPI=mpich %lockstep-mpifort %s -o %t/mpich 2>&1 | FileCheck %s
! RUN: mpiexec.mpich -n 1 %t/mpich | FileCheck --check-prefix=RUN1 %s
! RUN: env LOCKSTEP_MPI=openmpi %lockstep-mpifort %s -o %t/openmpi 2>&1 | FileCheck %s
! RUN: %lockstep run -q -n 1 %t/openmpi | FileCheck --check-prefix=RUN1 %s
! RUN: nm %t/mpich %t/openmpi | FileCheck --check-prefix=FLANG %s
! FLANG: _FortranAProgramStart
! FLANG: _FortranAProgramStart
program main
  use mpi, only: MPI_Init, MPI_Comm_rank, MPI_Allreduce, MPI_Bcast, MPI_Barrier, MPI_Finalize, MPI_Wtime, &
    MPI_COMM_WORLD, MPI_INTEGER, MPI_REAL, MPI_SUM, MPI_IN_PLACE, MPI_ADDRESS_KIND
  implicit none
  integer :: ierr, rank, counts(3)
  integer(MPI_ADDRESS_KIND) :: address = 5
  real :: grid(2, 2)
  double precision :: begin
  call MPI_Init(ierr)
  begin = MPI_Wtime()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  counts = [1, 2, 3]
  grid = 1.5
  call MPI_Allreduce(MPI_IN_PLACE, counts, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(grid, 4, MPI_REAL, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(grid(1, :), 2, MPI_REAL, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(counts(2), 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  ! CHECK-NOT: warning
  ! CHECK: use_mpi.f90:[[@LINE+1]]:{{[0-9]+}}: error: MPI_Barrier is not called by all ranks
  if (rank == 0) call MPI_Barrier(MPI_COMM_WORLD, ierr)
  ! RUN1: 1 2 3 6.
  print *, counts, sum(grid)
  if (address /= 5 .or. MPI_Wtime() < begin) error stop 'wrong'
  call MPI_Finalize(ierr)
end program
