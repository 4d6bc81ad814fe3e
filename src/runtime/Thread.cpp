#include "runtime/Thread.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

#include "mpi/Routine.h"
#include "runtime/Acting.h"

namespace lockstep::runtime {

ProcessState gProcess;
constinit thread_local ThreadState *tThread __attribute__((tls_model("initial-exec"))) = nullptr;

namespace {

pthread_key_t gThreadKey;

std::uint64_t hostHash() {
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char *c = name; *c != 0; ++c) hash = (hash ^ static_cast<unsigned char>(*c)) * 0x100000001b3ULL;
  return hash;
}

/// With a live reader the records may wait for it; without, space that is full stays full.
trace::WriterOptions optionsFor(const char *reader) {
  constexpr std::uint32_t kMostUnread = 64;
  if (reader == nullptr || strcmp(reader, "live") != 0) return {.waitForSpace = false};
  return {.waitForSpace = true, .mostUnread = kMostUnread};
}

void closeThread(void *state) {
  auto &thread = *static_cast<ThreadState *>(state);
  if (!gProcess.off.load(std::memory_order_relaxed)) {
    stirFrom(thread);
    publishAccesses(thread);
    thread.writer.close();
  }
  thread.statuses.free();
  thread.segment.free();
  tThread = nullptr;
  munmap(state, sizeof(ThreadState));
}

/// A forked child shares the mapped chunks with its parent and must leave them alone.
void abandonInChild() {
  gProcess.off.store(true, std::memory_order_relaxed);
  if (tThread != nullptr) tThread->writer.abandon();
  tThread = nullptr;
}

}  // namespace

ThreadState *makeThread() {
  if (gProcess.off.load(std::memory_order_relaxed)) return nullptr;
  void *memory = mmap(nullptr, sizeof(ThreadState), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto *state = new (memory) ThreadState;
  trace::StreamId id = gProcess.stream;
  id.thread = state->number = gProcess.threads.fetch_add(1, std::memory_order_relaxed);
  state->writer.open(gProcess.directory, id,
                     gProcess.options);  // when that fails it has said so, and takes records that go nowhere
  pthread_setspecific(gThreadKey, state);
  tThread = state;
  return state;
}

bool openProcess(const char *runDirectory) {
  gProcess.directory = open(runDirectory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (gProcess.directory < 0) {
    fprintf(stderr, "lockstep: this run is not recorded: cannot open %s: %s\n", runDirectory, strerror(errno));
    return false;
  }
  gProcess.stream = {hostHash(), static_cast<std::uint32_t>(getpid()), 0, mpi::tableFingerprint()};
  gProcess.options = optionsFor(getenv("LOCKSTEP_READER"));
  pthread_key_create(&gThreadKey, closeThread);
  pthread_atfork(nullptr, nullptr, abandonInChild);
  return true;
}

std::uint64_t now() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1000000000ULL + static_cast<std::uint64_t>(t.tv_nsec);
}

}  // namespace lockstep::runtime
