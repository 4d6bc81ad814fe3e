! Receiving with a type whose blocks overlap, with use mpi_f08.
! REQUIRES: mpich, openmpi
! RUN: %mpifort-mpich -g -O0 %s -o %t.mpich.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.mpich.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1
! RUN: %mpifort-openmpi -g -O0 %s -o %t.openmpi.exe
! RUN: %not66 %lockstep run -n 2 --timeout 60 --json %t.json %t.openmpi.exe 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=1
program written_twice
  use mpi_f08
  implicit none
  integer :: values(16), rank, ierr
  type(MPI_Datatype) :: blocks
  values = 0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Type_vector(3, 2, 1, MPI_INTEGER, blocks, ierr)
  call MPI_Type_commit(blocks, ierr)
  if (rank == 0) then
    call MPI_Send(values, 1, blocks, 1, 0, MPI_COMM_WORLD, ierr)
  else
    ! CHECK: written_twice_f08.f90:[[@LINE+1]]: error: MPI_Recv writes some bytes more than once: the entries of buf, 1 x a derived type of 6 x MPI_INTEGER (size 24, extent 16), overlap each other [buffer-overlap]
    call MPI_Recv(values, 1, blocks, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end if
  call MPI_Type_free(blocks, ierr)
  call MPI_Finalize(ierr)
end program
