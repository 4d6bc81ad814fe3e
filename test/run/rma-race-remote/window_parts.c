// Correct: memory of a dynamic window, detached before the window is freed; a store after the wait that completes a
// get; a store to a word in which the other's atomic write was seen; memory whose address was sent through a window.
// REQUIRES: mpich, openmpi
// RUN: %lockstep run --mpi mpich -n 2 --timeout 60  %s 2>&1 | FileCheck %s
// RUN: %lockstep run --mpi openmpi -n 2 --timeout 60  %s 2>&1 | FileCheck %s
#include <mpi.h>

static void attachAndDetach(int rank) {
  static _Alignas(64) int counter;
  int one = 1;
  MPI_Aint at;
  MPI_Win win;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, &counter, sizeof counter);
  MPI_Get_address(&counter, &at);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  MPI_Accumulate(&one, 1, MPI_INT, rank, at, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_unlock(rank, win);
  MPI_Win_detach(win, &counter);
  MPI_Win_free(&win);
}

static void storeBehindWait(int rank) {
  static _Alignas(64) int memory[4];
  const int other = 1 - rank;
  int got[4];
  MPI_Group all, peer;
  MPI_Win win;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &other, &peer);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int round = 0; round < 3; ++round) {
    if (rank == 0) {
      MPI_Win_start(peer, 0, win);
      MPI_Get(got, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
      MPI_Win_complete(win);
    } else {
      int isOver = 0;
      MPI_Win_post(peer, 0, win);
      if (round == 0)
        MPI_Win_wait(win);
      else
        while (!isOver) MPI_Win_test(win, &isOver);
      memory[round] = round;
    }
  }
  MPI_Win_free(&win);
  MPI_Group_free(&peer);
  MPI_Group_free(&all);
}

static void storeWhatWasSeen(int rank) {
  int *word, seen = 0, value = 7;
  MPI_Win win;
  MPI_Win_allocate(16, sizeof *word, MPI_INFO_NULL, MPI_COMM_WORLD, &word, &win);
  *word = 0;
  MPI_Win_lock_all(0, win);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
  } else {
    while (seen == 0) {
      MPI_Fetch_and_op(0, &seen, MPI_INT, 1, 0, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    }
    *word = seen + 1;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

static void accessByAddress(int rank) {
  static _Alignas(64) MPI_Aint box[8];
  static _Alignas(64) int memory[4];
  MPI_Aint at = 0;
  int value = 1;
  MPI_Win boxes, win;
  MPI_Win_create(box, sizeof box, sizeof *box, MPI_INFO_NULL, MPI_COMM_WORLD, &boxes);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 1) {
    MPI_Win_attach(win, memory, sizeof memory);
    MPI_Get_address(memory, &at);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, boxes);
    MPI_Put(&at, 1, MPI_AINT, 0, 0, 1, MPI_AINT, boxes);
    MPI_Win_unlock(0, boxes);
  } else {
    while (at == 0) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, boxes);
      MPI_Get(&at, 1, MPI_AINT, 0, 0, 1, MPI_AINT, boxes);
      MPI_Win_unlock(0, boxes);
    }
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, at, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  MPI_Win_free(&boxes);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  attachAndDetach(rank);
  storeBehindWait(rank);
  storeWhatWasSeen(rank);
  accessByAddress(rank);
  MPI_Finalize();
  return 0;
}

// CHECK: lockstep: no errors; 2 ranks
