! Bug: only rank 0 comes to the barrier, the others go on to MPI_Finalize. Binding: mpif.h
! Fix: the barrier stands behind the branch, see barrier_mpif_fixed.f90.
!
! Try: lockstep run -n 3 barrier_mpif.f90
program barrier
  implicit none
  include 'mpif.h'
  integer :: rank, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)

  if (rank == 0) then
    print *, 'all set'
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end if

  call MPI_Finalize(ierr)
end program
