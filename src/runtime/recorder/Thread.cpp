#include "runtime/recorder/Thread.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

#include "mpi/Routine.h"
#include "runtime/recorder/OwnOptions.h"
#include "runtime/recorder/OwnTrace.h"
#include "runtime/threads/BlockedThreads.h"
#include "trace/file/ChunkName.h"
#include "trace/file/Pack.h"
#include "trace/file/Ring.h"
#include "trace/file/Size.h"

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

trace::Ring gRing;

/// Records are dropped by chunks: a chunk must be a small part of the limit.
std::uint32_t chunkBytesFor(std::uint64_t limit) {
  constexpr std::uint64_t kLeast = 1U << 16;
  const std::uint64_t part = limit == 0 ? trace::kChunkBytes : limit / 4;
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(part, kLeast, trace::kChunkBytes));
}

/// With a live reader the records may wait for it; without, full space stays full. A reader that keeps only the newest
/// records specifies the limit: "live:65536".
trace::WriterOptions optionsFor(std::string_view reader, std::uint64_t &limit) {
  constexpr std::uint32_t kMostUnread = 64;
  constexpr std::string_view kLive = "live";
  if (!reader.starts_with(kLive)) return {.waitForSpace = false};
  if (reader.size() > kLive.size()) limit = trace::parseSize(reader.substr(kLive.size() + 1)).value_or(0);
  return {.waitForSpace = true, .mostUnread = kMostUnread, .chunkBytes = chunkBytesFor(limit)};
}

/// For a trace without a live reader.
trace::WriterOptions ownOptions(std::uint64_t limit) {
  gRing.limitTo(limit);
  return {.waitForSpace = false,
          .chunkBytes = chunkBytesFor(limit),
          .pack = trace::packChunk,
          .ring = limit != 0 ? &gRing : nullptr};
}

const char *readerOfTool() {
  const char *reader = getenv("LOCKSTEP_READER");
  return reader != nullptr ? reader : "";
}

/// Which calls are recorded with their stacks, by the tool or by the options of a trace of our own.
std::string_view stacksWord() {
  if (runDirectoryOfTool() == nullptr) return ownOption("stacks").value_or("");
  const char *word = getenv("LOCKSTEP_STACKS");
  return word != nullptr ? word : "";
}

int openRunDirectory(const char *folder) {
  const int directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0)
    fprintf(stderr, "lockstep: this run is not recorded: cannot open %s: %s\n", folder, strerror(errno));
  return directory;
}

void closeThread(void *state) {
  auto &thread = *static_cast<ThreadState *>(state);
  if (!gProcess.off.load(std::memory_order_relaxed)) {
    stirFrom(thread);
    publishAccesses(thread);
    thread.close();
  }
  thread.statuses.free();
  thread.segment.free();
  tThread = nullptr;
  munmap(state, sizeof(ThreadState));
}

/// A forked child shares the mapped chunks with its parent and must leave them alone.
void abandonInChild() {
  gProcess.off.store(true, std::memory_order_relaxed);
  if (tThread != nullptr) {
    tThread->writer.abandon();
    tThread->definitions.abandon();
  }
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
                     gProcess.options);  // on failure it has printed the reason, and discards records
  pthread_setspecific(gThreadKey, state);
  tThread = state;
  return state;
}

trace::StreamWriter *ThreadState::openDefinitions() {
  if (definitions.isClosed()) {
    trace::StreamId id = gProcess.stream;
    id.thread = number | trace::kDefinitionsBit;
    trace::WriterOptions options = gProcess.options;
    options.ring = nullptr;
    definitions.open(gProcess.directory, id, options);
  }
  return &definitions;
}

bool openProcess() {
  const char *ofTool = runDirectoryOfTool();
  std::uint64_t limit = ofTool != nullptr ? 0 : ownLimit();
  gProcess.directory =
      ofTool != nullptr ? openRunDirectory(ofTool) : openOwnTrace(ownOption("trace").value_or(""), limit);
  if (gProcess.directory < 0) return false;
  gProcess.stream = {hostHash(), static_cast<std::uint32_t>(getpid()), 0, mpi::tableFingerprint()};
  gProcess.options = ofTool != nullptr ? optionsFor(readerOfTool(), limit) : ownOptions(limit);
  chooseStacks(stacksWord());
  gProcess.isLimited = limit != 0;
  gProcess.isDefining.store(limit != 0, std::memory_order_relaxed);
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
