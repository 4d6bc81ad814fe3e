! The parameterized types of Fortran are recorded as the predefined type of their size, once, and committed.
! REQUIRES: mpich, openmpi
! RUN: rm -rf %t.mpich %t.openmpi
! RUN: %mpifort-mpich -g -O0 %s -o %t.mpich.exe
! RUN: %lockstep run -q -n 1 --trace %t.mpich %t.mpich.exe
! RUN: %records %t.mpich type MPI_Bcast | FileCheck %s
! RUN: %mpifort-openmpi -g -O0 %s -o %t.openmpi.exe
! RUN: %lockstep run -q -n 1 --trace %t.openmpi %t.openmpi.exe
! RUN: %records %t.openmpi type MPI_Bcast | FileCheck %s
program types
  use mpi_f08
  implicit none
  type(MPI_Datatype) :: real15, again, integer9, complex6, pair, matched
  integer :: ierr, value
  double precision :: values(2)
  call MPI_Init(ierr)
  call MPI_Type_create_f90_real(15, 100, real15, ierr)
  call MPI_Type_create_f90_integer(9, integer9, ierr)
  call MPI_Type_create_f90_complex(6, 30, complex6, ierr)
  call MPI_Type_create_f90_real(15, 100, again, ierr)
  call MPI_Type_contiguous(2, real15, pair, ierr)
  call MPI_Type_commit(pair, ierr)
  call MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 4, matched, ierr)
  call MPI_Bcast(values, 1, pair, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(values, 1, again, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(value, 1, matched, 0, MPI_COMM_WORLD, ierr)
  call MPI_Type_free(pair, ierr)
  call MPI_Finalize(ierr)
end program

! CHECK:      type 0 lb=0 extent=8 size=8 committed: 1x1 MPI_REAL8 at 0
! CHECK-NEXT: type 1 lb=0 extent=4 size=4 committed: 1x1 MPI_INTEGER4 at 0
! CHECK-NEXT: type 2 lb=0 extent=8 size=8 committed: 1x1 MPI_COMPLEX8 at 0
! CHECK-NEXT: type 3 lb=0 extent=16 size=16: 1x2 MPI_REAL8 at 0
! CHECK-NEXT: MPI_Bcast buffer=* count=1 datatype=3
! CHECK:      MPI_Bcast buffer=* count=1 datatype=0
! CHECK:      MPI_Bcast buffer=* count=1 datatype=MPI_INTEGER{{4?}}
