// A loop over the arguments has more paths than the rules explore: they stop at their limit and say where.
// REQUIRES: mpich
// RUN: %check --json %t.json %s
// RUN: %json-has %t.json coverage.notAllPaths.#=1 coverage.notAllPaths.0=parse
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Options {
  int size, rounds, regions, balance, cost, quiet, progress, visual;
};

static int toNumber(const char *text, int *number) {
  char *end = NULL;
  if (text == NULL) return 0;
  *number = (int)strtol(text, &end, 10);
  return end != text && (*end == ' ' || *end == '\0');
}

static void fail(const char *message, int rank) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank != 0) return;
  fprintf(stderr, "%s\n", message);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static int take(int argc, char **argv, int i, int *number, int rank) {
  if (i + 1 >= argc) fail("a number is missing", rank);
  if (!toNumber(argv[i + 1], number)) fail("this is no number", rank);
  return i + 2;
}

void parse(int argc, char **argv, int rank, struct Options *options) {
  for (int i = 1; i < argc;) {
    if (strcmp(argv[i], "-s") == 0) {
      i = take(argc, argv, i, &options->size, rank);
    } else if (strcmp(argv[i], "-i") == 0) {
      i = take(argc, argv, i, &options->rounds, rank);
    } else if (strcmp(argv[i], "-r") == 0) {
      i = take(argc, argv, i, &options->regions, rank);
    } else if (strcmp(argv[i], "-b") == 0) {
      i = take(argc, argv, i, &options->balance, rank);
    } else if (strcmp(argv[i], "-c") == 0) {
      i = take(argc, argv, i, &options->cost, rank);
    } else if (strcmp(argv[i], "-q") == 0) {
      options->quiet = 1;
      ++i;
    } else if (strcmp(argv[i], "-p") == 0) {
      options->progress = 1;
      ++i;
    } else if (strcmp(argv[i], "-v") == 0) {
      options->visual = 1;
      ++i;
    } else {
      fail("this is no option", rank);
    }
  }
}
