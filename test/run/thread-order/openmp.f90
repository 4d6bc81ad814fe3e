! What orders two threads in OpenMP, from Fortran, by flang with libomp and by gfortran with libgomp: a barrier, a
! critical region, a lock, an ordered loop, a task.
! REQUIRES: mpich, openmpi
! RUN: %lockstep run --mpi mpich -n 3 --timeout 60 --cflags=-fopenmp --json %t.json %s 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=0
! RUN: cd %T && %mpifort-mpich -fopenmp -g %s -o %t.mpich
! RUN: %lockstep run -n 3 --timeout 60 --json %t.json %t.mpich 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=0
! RUN: cd %T && %mpifort-openmpi -fopenmp -g %s -o %t.openmpi
! RUN: %lockstep run -n 3 --timeout 60 --json %t.json %t.openmpi 2>&1 | FileCheck %s
! RUN: %json-has %t.json findings.#=0
program order
  use omp_lib
  implicit none
  include 'mpif.h'
  integer, parameter :: tags = 5
  integer :: rank, provided, ierr, tag, i
  logical :: done, seen
  integer, volatile :: started
  integer(omp_lock_kind) :: lock

  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  if (provided < MPI_THREAD_MULTIPLE) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank /= 0) then
    do tag = 0, tags - 1
      call serve(tag)
    end do
    call MPI_Finalize(ierr)
    stop
  end if

  !$omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) call takeFirst(0)
  !$omp barrier
  if (omp_get_thread_num() == 0) call takeSecond(0)
  !$omp end parallel

  done = .false.
  !$omp parallel num_threads(2) private(seen)
  if (omp_get_thread_num() == 1) then
    call takeFirst(1)
    !$omp critical
    done = .true.
    !$omp end critical
  else
    seen = .false.
    do while (.not. seen)
      !$omp critical
      seen = done
      !$omp end critical
    end do
    call takeSecond(1)
  end if
  !$omp end parallel

  done = .false.
  call omp_init_lock(lock)
  !$omp parallel num_threads(2) private(seen)
  if (omp_get_thread_num() == 1) then
    call takeFirst(2)
    call omp_set_lock(lock)
    done = .true.
    call omp_unset_lock(lock)
  else
    seen = .false.
    do while (.not. seen)
      do while (.not. omp_test_lock(lock))
      end do
      seen = done
      call omp_unset_lock(lock)
    end do
    call takeSecond(2)
  end if
  !$omp end parallel
  call omp_destroy_lock(lock)

  !$omp parallel do ordered schedule(static, 1) num_threads(2)
  do i = 0, 1
    !$omp ordered
    if (i == 0) call takeFirst(3)
    if (i == 1) call takeSecond(3)
    !$omp end ordered
  end do
  !$omp end parallel do

  started = 0
  !$omp parallel num_threads(2)
  !$omp master
  call takeFirst(4)
  !$omp task
  started = 1
  call takeSecond(4)
  !$omp end task
  do while (started == 0)
  end do
  !$omp end master
  !$omp end parallel

  call MPI_Finalize(ierr)

contains

  subroutine takeFirst(number)
    integer, intent(in) :: number
    integer :: value, error
    call MPI_Recv(value, 1, MPI_INTEGER, MPI_ANY_SOURCE, number, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end subroutine

  subroutine takeSecond(number)
    integer, intent(in) :: number
    integer :: value, error
    value = 0
    call MPI_Send(value, 1, MPI_INTEGER, 2, number, MPI_COMM_WORLD, error)
    call MPI_Recv(value, 1, MPI_INTEGER, MPI_ANY_SOURCE, number, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end subroutine

  subroutine serve(number)
    integer, intent(in) :: number
    integer :: value, error
    value = rank
    if (rank == 2) call MPI_Recv(value, 1, MPI_INTEGER, 0, number, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    if (rank <= 2) call MPI_Send(value, 1, MPI_INTEGER, 0, number, MPI_COMM_WORLD, error)
  end subroutine

end program
! CHECK-NOT: {{error|warning|note}}:
! CHECK: lockstep: no errors; 3 ranks
