// What `lockstep doctor` asks an MPI library: faults that it is known to have in some versions. Prints a word for each
// that it has, and "done". For two ranks: some versions cannot make a window for one.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

static int isElsewhere(MPI_Win window, const void *memory) {
  void *base = NULL;
  int isSet = 0;
  MPI_Win_get_attr(window, MPI_WIN_BASE, &base, &isSet);
  return isSet && base != memory;
}

// The base of a window must be the address that the program gives or gets, whatever its alignment.
static int movesWindows(void) {
  static _Alignas(16) char memory[64];
  char *allocated;
  int hasMoved = 0;
  MPI_Win window;
  for (int offset = 0; offset < 16; offset += 4) {
    MPI_Win_create(memory + offset, 32, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    hasMoved |= isElsewhere(window, memory + offset);
    MPI_Win_free(&window);
  }
  MPI_Win_allocate(24, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &allocated, &window);
  hasMoved |= isElsewhere(window, allocated);
  MPI_Win_free(&window);
  return hasMoved;
}

// What a rank fetches from its own window is what stands there.
static int fetchesGarbage(int rank) {
  int isWrong = 0;
  int64_t *memory;
  MPI_Win window;
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock_all(0, window);
  for (int i = 0; i < 8; ++i) memory[i] = 1000 + i;
  MPI_Win_sync(window);
  for (int round = 0; round < 8; ++round) {
    int64_t one = 1, fetched = -1, some[2] = {1, 1}, before[2] = {-1, -1};
    MPI_Fetch_and_op(&one, &fetched, MPI_INT64_T, rank, 0, MPI_SUM, window);
    MPI_Win_flush(rank, window);
    if (fetched != 1000 + round) isWrong = 1;
    MPI_Get_accumulate(some, 2, MPI_INT64_T, before, 2, MPI_INT64_T, rank, 2, 2, MPI_INT64_T, MPI_SUM, window);
    MPI_Win_flush(rank, window);
    if (before[0] != 1002 + round || before[1] != 1003 + round) isWrong = 1;
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  return isWrong;
}

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (movesWindows()) puts("moves-windows");
  if (fetchesGarbage(rank)) puts("fetches-garbage");
  puts("done");
  MPI_Finalize();
  return 0;
}
