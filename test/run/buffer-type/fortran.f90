! Arrays of Fortran that are described as another type, or as larger than they are; an array that a subroutine gets, with
! its own size; memory that is allocated.
! REQUIRES: mpich, openmpi
! RUN: %not66 %lockstep run --mpi mpich -n 2 --timeout 60 %s 2>&1 | FileCheck %s
! RUN: %not66 %lockstep run --mpi openmpi -n 2 --timeout 60 %s 2>&1 | FileCheck %s
program types
  use mpi
  implicit none
  integer :: ierr, numbers(4)
  complex(8) :: waves(2)
  real(8), allocatable :: field(:)
  call mpi_init(ierr)
  numbers = 0
  waves = (0.0d0, 0.0d0)
  allocate(field(3))
  field = 0
  ! CHECK-DAG: fortran.f90:[[@LINE+1]]:{{[0-9]+}}: error: buffer of MPI_Bcast (argument 1) points to integers of 4 bytes, but the datatype is MPI_DOUBLE_PRECISION [buffer-type]
  call mpi_bcast(numbers, 2, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  call mpi_bcast(numbers, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call mpi_bcast(waves, 2, MPI_DOUBLE_COMPLEX, 0, MPI_COMM_WORLD, ierr)
  call mpi_bcast(waves, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  ! CHECK-DAG: fortran.f90:[[@LINE+1]]:{{[0-9]+}}: error: buffer of MPI_Bcast (argument 1) points to 24 bytes of memory, but the call accesses 32 [buffer-overflow]
  call mpi_bcast(field, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  call local(3)
  deallocate(field)
  call mpi_finalize(ierr)
contains
  subroutine local(n)
    integer, intent(in) :: n
    real(8) :: row(n)
    row = 0
    call mpi_bcast(row, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  end subroutine
end program
! CHECK: 2 errors
