#include "cli/base/Crash.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "cli/Command.h"

namespace lockstep::cli {

namespace {

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

pid_t gTool = 0;
int gPipe = -1;
pid_t gGuardian = 0;
std::array<char, 4096> gWords{};
alignas(16) std::array<char, 65536> gStack{};  // the normal stack may have overflowed
volatile sig_atomic_t gIsDying = 0;

void write(const char *text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, std::strlen(text));
}

const char *nameOf(int number) {
  switch (number) {
    case SIGSEGV:
      return "SIGSEGV";
    case SIGBUS:
      return "SIGBUS";
    case SIGFPE:
      return "SIGFPE";
    case SIGILL:
      return "SIGILL";
    default:
      return "SIGABRT";
  }
}

void die(int number) {
  if (getpid() != gTool) {  // a child that is not another program yet
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  if (gIsDying != 0) _exit(kInternal);
  gIsDying = 1;
  if (gPipe >= 0) {
    [[maybe_unused]] const ssize_t told = ::write(gPipe, &kCrashed, 1);
    while (waitpid(gGuardian, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  write("lockstep: error: internal error: ended by ");
  write(nameOf(number));
  write(gWords.data());
  write("; please report it\n");
  _exit(kInternal);
}

}  // namespace

void tellOfCrashes() {
  gTool = getpid();
  const stack_t stack{.ss_sp = gStack.data(), .ss_flags = 0, .ss_size = gStack.size()};
  sigaltstack(&stack, nullptr);
  for (const int number : kSignals) {
    struct sigaction action {};
    sigaction(number, nullptr, &action);
    if (action.sa_handler != SIG_DFL) continue;
    action.sa_handler = die;
    action.sa_flags = SA_ONSTACK;
    sigaction(number, &action, nullptr);
  }
}

CrashPlan::CrashPlan(int pipe, pid_t cleanup, const std::string &words) {
  gWords.fill('\0');
  std::copy_n(words.begin(), std::min(words.size(), gWords.size() - 1), gWords.begin());
  gGuardian = cleanup;
  gPipe = pipe;
}

CrashPlan::~CrashPlan() {
  gPipe = -1;
  gWords.front() = '\0';
}

}  // namespace lockstep::cli
