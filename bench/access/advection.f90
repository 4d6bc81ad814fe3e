! Upwind advection on a strip of columns per rank; the field is a window, and the edge column is put into the neighbor.
program advection
  use mpi
  use iso_c_binding
  implicit none
  integer, parameter :: n = 1500, steps = 100
  integer :: rank, ranks, ierr, win, columns, step, i, j
  integer(MPI_ADDRESS_KIND) :: bytes, displacement
  real(8), allocatable :: u(:,:), v(:,:)
  real(8) :: start, seconds, kilobytes, most, all

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
  seconds = MPI_Wtime() - start
  kilobytes = peakMemory()
  call MPI_Reduce(seconds, most, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, ierr)
  call MPI_Reduce(kilobytes, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
  if (rank == 0) print '(f12.6, f14.0)', most, all
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)

contains

  real(8) function peakMemory()
    character(200) :: line
    integer :: status
    peakMemory = 0
    open (unit=10, file='/proc/self/status', status='old', action='read')
    do
      read (10, '(a)', iostat=status) line
      if (status /= 0) exit
      if (line(1:6) == 'VmHWM:') read (line(7:), *) peakMemory
    end do
    close (10)
  end function

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
