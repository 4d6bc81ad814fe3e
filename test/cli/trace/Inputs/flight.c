// Much traffic of all kinds, so that a limited trace keeps only the end, which begins at a different point on every
// rank. The program is correct unless the second argument is "race": then two ranks put to the same place of a third
// one's window in the last iterations but one. "stop" kills the ranks before their end, with everything open.
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, left, right;
static _Alignas(16) double memory[64], inbox[64], outbox[64], kept[8];
static MPI_Comm half, twin;
static MPI_Datatype pairs;
static MPI_Win fenced, locked, posted, turns;
static MPI_Group neighbors;

// Makes the ranks record different amounts.
static void chatter(void) {
  for (int i = 0; i < 1200 * (rank + 1); ++i)
    MPI_Sendrecv(outbox, 1, MPI_DOUBLE, rank, 1, inbox, 1, MPI_DOUBLE, rank, 1, twin, MPI_STATUS_IGNORE);
}

// A receive that is posted before a barrier and complete behind it; the message orders a put before a load.
static void acrossBarrier(void) {
  MPI_Request request;
  double token = 0, own = 0;
  MPI_Irecv(&token, 1, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Put(outbox, 4, MPI_DOUBLE, right, 8, 4, MPI_DOUBLE, locked);
  MPI_Win_flush(right, locked);
  MPI_Send(&own, 1, MPI_DOUBLE, right, 2, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_sync(locked);
  kept[0] += memory[8];
  MPI_Barrier(MPI_COMM_WORLD);
}

// A message that is received a round later than it was sent.
static void belated(int round) {
  double token = round;
  if (round > 0) MPI_Recv(&token, 1, MPI_DOUBLE, left, 3, twin, MPI_STATUS_IGNORE);
  MPI_Send(&token, 1, MPI_DOUBLE, right, 3, twin);
}

// A collective on a part of the ranks that reaches across a barrier of all.
static void acrossHalves(void) {
  MPI_Request request;
  double sum;
  MPI_Iallreduce(&memory[0], &sum, 1, MPI_DOUBLE, MPI_SUM, half, &request);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Bcast(kept, 1, MPI_DOUBLE, 0, half);
}

static void fences(int isRace) {
  MPI_Win_fence(0, fenced);
  MPI_Put(outbox, 2, pairs, right, 16, 2, pairs, fenced);
  if (isRace && size > 2 && rank > 0) MPI_Put(outbox, 1, MPI_DOUBLE, 0, 40, 1, MPI_DOUBLE, fenced);
  if (isRace && size == 2) MPI_Put(outbox, 1, MPI_DOUBLE, 0, 40, 1, MPI_DOUBLE, fenced);
  MPI_Win_fence(0, fenced);
  kept[1] += memory[16];
}

static void postAndStart(void) {
  MPI_Win_post(neighbors, 0, posted);
  MPI_Win_start(neighbors, 0, posted);
  MPI_Put(outbox, 1, MPI_DOUBLE, right, 24, 1, MPI_DOUBLE, posted);
  MPI_Win_complete(posted);
  MPI_Win_wait(posted);
  kept[2] += memory[24];
}

static void takeTurns(void) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, turns);
  MPI_Put(outbox, 1, MPI_DOUBLE, 0, 32, 1, MPI_DOUBLE, turns);
  MPI_Win_unlock(0, turns);
  MPI_Barrier(twin);
  if (rank == 0) kept[3] += memory[32];
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 1;
  const char *how = argc > 2 ? argv[2] : "";
  MPI_Win *windows[] = {&fenced, &locked, &posted, &turns};
  MPI_Group all;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  left = (rank + size - 1) % size;
  right = (rank + 1) % size;
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, 0, &half);
  MPI_Type_contiguous(2, MPI_DOUBLE, &pairs);
  MPI_Type_commit(&pairs);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  int both[] = {left, right};
  MPI_Group_incl(all, left == right ? 1 : 2, both, &neighbors);
  for (int i = 0; i < 4; ++i)
    MPI_Win_create(memory, sizeof memory, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, windows[i]);
  MPI_Win_lock_all(0, locked);
  for (int round = 0; round < rounds; ++round) {
    chatter();
    acrossBarrier();
    belated(round);
    acrossHalves();
    fences(strcmp(how, "race") == 0 && round + 2 == rounds);
    MPI_Barrier(MPI_COMM_WORLD);
    postAndStart();
    MPI_Barrier(MPI_COMM_WORLD);
    takeTurns();
  }
  if (strcmp(how, "stop") == 0) raise(SIGKILL);
  double token;
  if (rounds > 0) MPI_Recv(&token, 1, MPI_DOUBLE, left, 3, twin, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(locked);
  for (int i = 0; i < 4; ++i) MPI_Win_free(windows[i]);
  MPI_Group_free(&all);
  MPI_Group_free(&neighbors);
  MPI_Type_free(&pairs);
  MPI_Comm_free(&half);
  MPI_Comm_free(&twin);
  MPI_Finalize();
  return 0;
}
