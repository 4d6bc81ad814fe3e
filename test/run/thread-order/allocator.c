// An allocator of the program that locks, also while the recorder's library looks up the functions that it wraps.
// RUN: %clang -shared -fPIC %S/Inputs/allocator.c -o %t.so
// RUN: %clang -pthread %s -o %t
// RUN: env LD_PRELOAD=%build/lib/lockstep/liblockstep-stub.so:%t.so timeout 120 %t | FileCheck %s
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *copy(void *text) { return strdup(text); }

int main(void) {
  pthread_t thread;
  void *text;
  pthread_create(&thread, NULL, copy, "allocated in another thread");
  pthread_join(thread, &text);
  puts(text);
  return 0;
}

// CHECK: allocated in another thread
