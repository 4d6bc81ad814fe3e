! Loads and stores of a Fortran program that an optimizer moves; with gfortran and flang the same findings at the same
! lines.
! REQUIRES: mpich, openmpi
! RUN: %compilers --list=--without-bytes -n 2 %s | FileCheck %s --implicit-check-not={{[a-z]}}
module work
  implicit none
contains
  subroutine add_up(values, n, total)
    integer, intent(in) :: n
    real(8), intent(inout) :: values(n), total
    integer :: i
    do i = 1, n
      ! CHECK: rma-race-local, error, [[@LINE+2]] load, [[@LINE+48]] MPI_Get, within-epoch, active, target 1, also [[@LINE+5]] store
      ! CHECK: rma-race-local, error, [[@LINE+1]] store, [[@LINE+62]] MPI_Get, within-epoch, active, target 1
      total = total + values(i)
    end do
    do i = 1, n
      values(i) = i
    end do
  end subroutine

  subroutine whole(values, others)
    real(8), intent(inout) :: values(:)
    real(8), intent(in) :: others(:)
    ! CHECK: rma-race-local, error, [[@LINE+1]] store, [[@LINE+41]] MPI_Get, within-epoch, active, target 1, also [[@LINE+2]] store
    values = others
    values(2:20:2) = values(2:20:2) + 1
  end subroutine

  subroutine scale(values, n, factor)
    integer, intent(in) :: n
    real(8), intent(inout) :: values(n)
    real(8), intent(in) :: factor
    integer :: i
    do i = 1, n
      ! CHECK: rma-race-local, error, [[@LINE+1]] load, [[@LINE+35]] MPI_Get, within-epoch, active, target 1
      values(i) = values(i) * factor
    end do
  end subroutine
end module

program moved
  use mpi
  use work
  implicit none
  integer, parameter :: many = 64
  integer :: rank, error, win, i
  integer(MPI_ADDRESS_KIND) :: place
  real(8) :: memory(many), values(many), others(many), total, factor
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  memory = 1
  values = 2
  others = 3
  total = 0
  factor = 1
  call MPI_Win_create(memory, 8_MPI_ADDRESS_KIND * many, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
  call MPI_Win_fence(0, win, error)
  place = 0
  if (rank == 0) then
    call MPI_Get(values, many, MPI_DOUBLE_PRECISION, 1, place, many, MPI_DOUBLE_PRECISION, win, error)
    call add_up(values, many, total)
  end if
  call MPI_Win_fence(0, win, error)
  if (rank == 0) then
    call MPI_Get(values, many, MPI_DOUBLE_PRECISION, 1, place, many, MPI_DOUBLE_PRECISION, win, error)
    call whole(values, others)
  end if
  call MPI_Win_fence(0, win, error)
  if (rank == 0) then
    call MPI_Get(factor, 1, MPI_DOUBLE_PRECISION, 1, place, 1, MPI_DOUBLE_PRECISION, win, error)
    call scale(others, many, factor)
  end if
  call MPI_Win_fence(0, win, error)
  if (rank == 0) then
    call MPI_Get(total, 1, MPI_DOUBLE_PRECISION, 1, place, 1, MPI_DOUBLE_PRECISION, win, error)
    call add_up(others, many, total)
  end if
  call MPI_Win_fence(0, win, error)
  ! CHECK: rma-race-remote, error, [[@LINE+1]] MPI_Put, [[@LINE+4]] store, across-processes, active, target 1
  if (rank == 0) call MPI_Put(others, 10, MPI_DOUBLE_PRECISION, 1, place, 10, MPI_DOUBLE_PRECISION, win, error)
  if (rank == 1) then
    do i = 1, 5
      memory(2 * i) = i
    end do
  end if
  call MPI_Win_fence(0, win, error)
  call MPI_Win_free(win, error)
  call MPI_Finalize(error)
  if (total + sum(values) + sum(memory) == 0) stop 1
end program
