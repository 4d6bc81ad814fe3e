! A function of the run-time library gives the memory back, and has no source lines: the statement is the place.
! REQUIRES: mpich
! RUN: %not66 %lockstep run -n 2 --mpi mpich --timeout 60 --json %t.json %s 2>&1 | FileCheck %s
! RUN: %findings %t.json | FileCheck %s --check-prefix=FINDINGS
program deallocated
  use mpi
  implicit none
  integer, allocatable, asynchronous :: values(:)
  integer :: ierr, rank, received(4), request
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank < 2) call give_away(1 - rank)
  call MPI_Finalize(ierr)
contains
  subroutine give_away(partner)
    integer, intent(in) :: partner
    allocate(values(4))
    values = rank
    call MPI_Isend(values, 4, MPI_INTEGER, partner, 1, MPI_COMM_WORLD, request, ierr)
    call MPI_Recv(received, 4, MPI_INTEGER, partner, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    ! CHECK-NOT: compile with -g
    ! CHECK: deallocated.f90:[[@LINE+4]]:{{.*}}: memory is freed while a pending MPI_Isend still uses it [buffer-race]
    ! CHECK: is freed here
    ! CHECK-NOT: compile with -g
    ! FINDINGS: {{^}}buffer-race, error, 19 MPI_Isend, [[@LINE+1]] free{{$}}
    deallocate(values)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  end subroutine
end program
