! Upwind advection on a strip of columns per rank; the field is a window, and the edge column is put into the neighbour.
program advection
  use mpi
  use iso_c_binding
  implicit none
  integer, parameter :: n = 1500, steps = 100
  integer :: rank, ranks, ierr, win, columns, step, i, j
  integer(MPI_ADDRESS_KIND) :: bytes, displacement
  real(8), allocatable :: u(:,:), v(:,:)
  real(8) :: start, seconds(2), most(2)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  columns = n / ranks
  allocate (u(n, 0:columns), v(n, 0:columns))
  u = 1
  v = 0
  bytes = 8_MPI_ADDRESS_KIND * n * (columns + 1)
  call MPI_Win_create(u, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  start = MPI_Wtime()
  do step = 1, steps
    displacement = 0
    if (rank < ranks - 1) then
      call MPI_Put(u(1, columns), n, MPI_DOUBLE_PRECISION, rank + 1, displacement, n, MPI_DOUBLE_PRECISION, win, ierr)
    end if
    call MPI_Win_fence(0, win, ierr)
    call advance(u, v, columns)
    call MPI_Win_fence(0, win, ierr)
  end do
  seconds = [MPI_Wtime() - start, 0d0]
  call MPI_Reduce(seconds, most, 2, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, ierr)
  if (rank == 0) print '(f12.6, a)', most(1), ' 0'
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)

contains

  subroutine advance(u, v, columns)
    integer, intent(in) :: columns
    real(8), intent(inout) :: u(n, 0:columns), v(n, 0:columns)
    do j = 1, columns
      do i = 2, n
        v(i, j) = u(i, j) - 0.1d0 * (u(i, j) - u(i - 1, j)) - 0.2d0 * (u(i, j) - u(i, j - 1))
      end do
    end do
    do j = 1, columns
      do i = 2, n
        u(i, j) = v(i, j)
      end do
    end do
  end subroutine
end program
