#include "cli/run/Interrupts.h"

namespace lockstep::cli {

namespace {

volatile sig_atomic_t gCount = 0;
volatile sig_atomic_t gLast = 0;

void notice(int number) {
  gCount = gCount + 1;
  gLast = number;
}

}  // namespace

Interrupts::Interrupts() {
  struct sigaction action {};
  action.sa_handler = notice;  // without SA_RESTART: a sleep ends immediately
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &before_[i]);
    const bool isUnderNohup = kSignals[i] == SIGHUP && before_[i].sa_handler == SIG_IGN;
    if (!isUnderNohup) sigaction(kSignals[i], &action, nullptr);
  }
}

Interrupts::~Interrupts() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
}

int Interrupts::count() { return gCount; }
int Interrupts::last() { return gLast; }

}  // namespace lockstep::cli
