#include "runtime/recorder/ProcessEnd.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "runtime/recorder/ErrorHandlers.h"
#include "runtime/recorder/Thread.h"
#include "runtime/sites/FaultPlace.h"

namespace lockstep::runtime {
namespace {

constexpr int kFatalSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGQUIT};

struct sigaction gPrevious[NSIG];
bool gWatchesSignals = false;
int gExitStatus = 0;

bool isRecording() { return !gProcess.off.load(std::memory_order_relaxed); }

void commit(trace::StreamWriter &writer) { writer.commit(gProcess.sequence.fetch_add(1, std::memory_order_relaxed)); }

/// The site of the place, 0 if unknown.
std::uint32_t writeSite(trace::StreamWriter &writer, const FaultPlace &place) {
  if (place.module == nullptr) return 0;
  auto *record = writer.reserve<trace::Site>();
  const std::uint32_t site = newSite();
  record->header.site = site;
  record->module = place.module->id;
  record->reserved = 0;
  record->offset = place.address - place.module->bias;
  commit(writer);
  return site;
}

void writeSignal(trace::StreamWriter &writer, int number, std::uint64_t time, const FaultPlace &place) {
  const std::uint32_t site = writeSite(writer, place);
  auto *record = writer.reserve<trace::Signal>();
  record->header.site = site;
  record->number = static_cast<std::uint32_t>(number);
  record->thread = tThread != nullptr ? tThread->number : trace::kNoThread;
  record->time = time;
  commit(writer);
}

/// A stream for a record or two, opened in a handler without the state of the thread.
bool openInHandler(trace::StreamWriter &writer) {
  trace::StreamId id = gProcess.stream;
  id.thread = gProcess.threads.fetch_add(1, std::memory_order_relaxed);
  // No compression here, and no dropping of other chunks.
  trace::WriterOptions options = gProcess.options;
  options.pack = nullptr;
  options.ring = nullptr;
  return writer.open(gProcess.directory, id, options);
}

void writeSignal(int number, const void *context) {
  // The interrupted code may be in the middle of a record, so the signal gets its own stream.
  trace::StreamWriter writer;
  if (!openInHandler(writer)) return;
  const std::uint64_t time = now();
  const FaultPlace place = faultPlace(context);
  writeSignal(writer, number, time, place);
  // This record survives even if the stack walk fails.
  if (place.module == nullptr)
    if (const FaultPlace found = faultPlaceOnStack(); found.module != nullptr) writeSignal(writer, number, time, found);
  writer.close();
}

/// A fault happens again when the instruction is repeated; any other signal has to be raised again.
bool isFault(int number, const siginfo_t &info) {
  const bool canBe = number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL;
  return canBe && info.si_code > 0 && !(number == SIGBUS && info.si_code == BUS_MCEERR_AO);
}

void onFatalSignal(int number, siginfo_t *info, void *context) {
  leaveWalk(number);
  if (isRecording()) {
    if (tThread != nullptr) publishAccessesInHandler(*tThread);
    writeSignal(number, context);
  }
  sigaction(number, &gPrevious[number], nullptr);
  if (!isFault(number, *info)) raise(number);
}

void rememberStatus(int status, void *) { gExitStatus = status; }

void fill(trace::Exit &record, int status) {
  record.status = status;
  record.reserved = 0;
  record.time = now();
}

void writeExit(ThreadState &thread, int status) {
  fill(*thread.reserve<trace::Exit>(), status);
  thread.commit();
  thread.close();
  gProcess.off.store(true, std::memory_order_relaxed);
}

/// By a thread of which nothing is recorded.
void writeExitOfStranger(int status) {
  trace::StreamWriter writer;
  if (!openInHandler(writer)) return;
  fill(*writer.reserve<trace::Exit>(), status);
  commit(writer);
  writer.close();
  gProcess.off.store(true, std::memory_order_relaxed);
}

/// Runs after the application's own exit handlers.
__attribute__((destructor)) void writeExit() {
  if (!isRecording() || gProcess.directory < 0) return;
  ThreadState *thread = thisThread();
  if (thread == nullptr) return;
  publishAccesses(*thread);
  recordEndWithoutWorld(*thread, gExitStatus);
  writeExit(*thread, gExitStatus);
}

}  // namespace

/// A child of vfork shares the memory of its parent. A handler may end the process like this, so only async-signal-safe
/// functions are used.
void writeEnd(int status) {
  if (!isRecording() || gProcess.directory < 0 || static_cast<std::uint32_t>(getpid()) != gProcess.stream.pid) return;
  if (tThread == nullptr) return writeExitOfStranger(status);
  publishAccessesInHandler(*tThread);
  if (const Busy busy(*tThread); busy) writeExit(*tThread, status);
}

void watchExit() { on_exit(rememberStatus, nullptr); }

void watchSignals() {
  if (gWatchesSignals) return;
  gWatchesSignals = true;
  struct sigaction action {};
  action.sa_sigaction = onFatalSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int number : kFatalSignals) {
    sigaction(number, nullptr, &gPrevious[number]);
    if (gPrevious[number].sa_handler != SIG_IGN) sigaction(number, &action, nullptr);
  }
}

}  // namespace lockstep::runtime
