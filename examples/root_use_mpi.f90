! Bug: each rank names itself as the root of the broadcast, so nobody receives. Binding: use mpi
! Fix: the root is one rank on which all agree, see root_use_mpi_fixed.f90.
!
! Try: lockstep run -n 3 root_use_mpi.f90
program root
  use mpi
  implicit none
  integer :: rank, steps, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)

  steps = 100 * (rank + 1)
  call MPI_Bcast(steps, 1, MPI_INTEGER, rank, MPI_COMM_WORLD, ierr)
  print *, 'rank', rank, 'does', steps, 'steps'

  call MPI_Finalize(ierr)
end program
