// The cost of an access as instrumented code makes it: the look into the watch table, and the hook where something is
// watched. Prints nanoseconds per access, one kind per line; see bench/hooks.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void lockstepLoad(const void *address, uint64_t bytes);
void lockstepStore(const void *address, uint64_t bytes);
void lockstepLoads(const void *address, uint64_t bytes, int64_t stride, uint64_t count);
extern unsigned char lockstepWatched[1 << 24];

#define LOOK(hook, address) \
  if (lockstepWatched[((uintptr_t)(address) >> 12) & 0xffffff]) hook(address, sizeof *(address))

enum { kRow = 1000 };
static volatile double sink;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);  // other users of the machine do not count
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static uint64_t next(uint64_t *state) {
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return *state >> 33;
}

static void scan(const double *data, size_t count, int looks) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i) {
    if (looks) LOOK(lockstepLoad, &data[i]);
    sum += data[i];
  }
  sink = sum;
}

static void scanRows(const double *data, size_t count, int looks) {
  double sum = 0;
  for (size_t row = 0; row + kRow <= count; row += kRow) {
    if (looks) lockstepLoads(&data[row], sizeof *data, sizeof *data, kRow);
    for (size_t i = row; i < row + kRow; ++i) sum += data[i];
  }
  sink = sum;
}

static void gather(const double *data, size_t count, int looks) {
  uint64_t state = 1;
  double sum = 0;
  for (size_t i = 0; i < count; ++i) {
    const size_t at = next(&state) % count;
    if (looks) LOOK(lockstepLoad, &data[at]);
    sum += data[at];
  }
  sink = sum;
}

static void scatter(double *data, size_t count, int looks) {
  uint64_t state = 1;
  for (size_t i = 0; i < count; ++i) {
    const size_t at = next(&state) % count;
    if (looks) LOOK(lockstepStore, &data[at]);
    data[at] += 1;
  }
}

static void measure(const char *name, void (*run)(double *, size_t, int), double *data, size_t count, int looks) {
  double best = 1e30;
  for (int round = 0; round < 5; ++round) {
    const double begin = now();
    for (int repeat = 0; repeat < 4; ++repeat) run(data, count, looks);
    const double time = now() - begin;
    best = time < best ? time : best;
    MPI_Barrier(MPI_COMM_SELF);
  }
  printf("%s %.3f\n", name, best / 4 / (double)count);
}

int main(int argc, char **argv) {
  const size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
  double *data;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Alloc_mem((MPI_Aint)(count * sizeof *data), MPI_INFO_NULL, &data);
  for (size_t i = 0; i < count; ++i) data[i] = 0;
  const struct {
    const char *name;
    void (*run)(double *, size_t, int);
  } kinds[] = {{"scan", (void (*)(double *, size_t, int))scan},
               {"scan-rows", (void (*)(double *, size_t, int))scanRows},
               {"gather", (void (*)(double *, size_t, int))gather},
               {"scatter", scatter}};
  char name[64];
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
    measure(kinds[i].name, kinds[i].run, data, count, 0);
    snprintf(name, sizeof name, "%s-unwatched", kinds[i].name);
    measure(name, kinds[i].run, data, count, 1);
  }
  MPI_Win_create(data, (MPI_Aint)(count * sizeof *data), 1, MPI_INFO_NULL, MPI_COMM_SELF, &window);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
    snprintf(name, sizeof name, "%s-watched", kinds[i].name);
    measure(name, kinds[i].run, data, count, 1);
  }
  MPI_Win_free(&window);
  MPI_Free_mem(data);
  MPI_Finalize();
  return 0;
}
