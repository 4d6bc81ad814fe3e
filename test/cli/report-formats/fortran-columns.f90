! gfortran's columns are after the call and left out; flang's are correct.
! REQUIRES: mpich, openmpi
! RUN: %mpifort-mpich -g %s -o %t.mpich
! RUN: %mpifort-openmpi -g %s -o %t.openmpi
! RUN: %not66 %lockstep run -n 2 %t.mpich 2>&1 | FileCheck %s --check-prefix=GFORTRAN --strict-whitespace
! RUN: %not66 %lockstep run -n 2 %t.openmpi 2>&1 | FileCheck %s --check-prefix=GFORTRAN --strict-whitespace
! RUN: %not66 %lockstep run -n 2 --mpi mpich %s 2>&1 | FileCheck %s --check-prefix=FLANG
! GFORTRAN: fortran-columns.f90:[[@LINE+9]]: error:
! GFORTRAN: {{^}}      |   ^ calls
! FLANG: fortran-columns.f90:[[@LINE+7]]:{{[1-9][0-9]*}}: error:
program columns
  use mpi
  integer :: rank, ierr, value = 0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  ! Two ranks, two roots.
  call MPI_Bcast(value, 1, MPI_INTEGER, rank, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
end program
