// The definition of a window: its memory, unit, flavor and accumulate ordering, before the Leave of the call that
// creates it; the parts of all members of a shared window; and the groups of its epochs.
// REQUIRES: mpich, openmpi
// RUN: rm -rf %t.mpich %t.openmpi
// RUN: %lockstep run -q --mpi mpich -n 2 --trace %t.mpich %s
// RUN: %records %t.mpich group window part MPI_Win_create MPI_Win_allocate MPI_Win_allocate_shared MPI_Win_create_dynamic MPI_Win_post MPI_Win_start | FileCheck %s
// RUN: %lockstep run -q --mpi openmpi -n 2 --trace %t.openmpi %s
// RUN: %records %t.openmpi group window part MPI_Win_create MPI_Win_allocate MPI_Win_allocate_shared MPI_Win_create_dynamic MPI_Win_post MPI_Win_start | FileCheck %s
#include <mpi.h>

static _Alignas(16) double memory[8];

static void create(MPI_Info info, int rank) {
  MPI_Win window;
  MPI_Group world, both;
  MPI_Win_create(memory, rank == 0 ? 64 : 16, 8, info, MPI_COMM_WORLD, &window);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Win_get_group(window, &both);
  MPI_Win_post(both, 0, window);
  MPI_Win_start(world, 0, window);
  MPI_Win_complete(window);
  MPI_Win_wait(window);
  MPI_Win_post(MPI_GROUP_EMPTY, 0, window);
  MPI_Win_wait(window);
  MPI_Group_free(&world);
  MPI_Group_free(&both);
  MPI_Win_free(&window);
}

int main(int argc, char **argv) {
  int rank;
  void *base;
  MPI_Win window;
  MPI_Info info;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Info_create(&info);
  create(MPI_INFO_NULL, rank);
  MPI_Info_set(info, "accumulate_ordering", "none");
  create(info, rank);
  MPI_Info_set(info, "accumulate_ordering", "rar,waw");
  MPI_Win_allocate(rank == 0 ? 40 : 0, 4, info, MPI_COMM_WORLD, &base, &window);
  MPI_Win_free(&window);
  MPI_Win_allocate_shared(rank == 0 ? 24 : 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
  MPI_Win_free(&window);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_attach(window, memory, sizeof memory);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(window, memory);
  MPI_Win_free(&window);
  MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}

// CHECK: rank 0: group [[EMPTY:[0-9]+]] members=[]
// CHECK-NEXT: rank 0: MPI_Win_create base=*
// CHECK-NEXT: rank 0: window 0 create comm=0 base=* size=64 unit=8 order=rar,raw,war,waw
// CHECK-NEXT: rank 0: MPI_Win_create -> win=0
// CHECK-NEXT: rank 0: group [[GROUP:[0-9]+]] members=[0,1]
// CHECK-NEXT: rank 0: group [[GROUP]] members=[0,1]
// CHECK-NEXT: rank 0: MPI_Win_post group=[[GROUP]]
// CHECK: rank 0: MPI_Win_start group=[[GROUP]]
// CHECK: rank 0: MPI_Win_post group=[[EMPTY]]
// CHECK: rank 0: window 1 create comm=0 base=* size=64 unit=8 order=none
// CHECK: rank 0: MPI_Win_allocate size=40
// CHECK-NEXT: rank 0: window 2 allocate comm=0 base=* size=40 unit=4 order=rar,waw
// CHECK-NEXT: rank 0: MPI_Win_allocate -> baseptr=* win=2
// CHECK: rank 0: window 3 shared comm=0 base=* size=24 unit=8 order=rar,raw,war,waw
// CHECK-NEXT: rank 0: part window=3 member=0 base=* size=24
// CHECK-NEXT: rank 0: part window=3 member=1 base=* size=8
// CHECK-NEXT: rank 0: MPI_Win_allocate_shared -> baseptr=* win=3
// CHECK: rank 0: window 4 dynamic comm=0 base=0 size=0 unit=1
// CHECK: rank 1: window 0 create comm=0 base=* size=16 unit=8
// CHECK: rank 1: window 2 allocate {{.*}} size=0 unit=4
// CHECK: rank 1: window 3 shared comm=0 base=* size=8 unit=8
// CHECK-NEXT: rank 1: part window=3 member=0 base=* size=24
// CHECK-NEXT: rank 1: part window=3 member=1 base=* size=8
