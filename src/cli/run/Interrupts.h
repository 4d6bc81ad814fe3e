// SIGINT, SIGTERM and SIGHUP, noticed instead of obeyed: the run goes on to its report and cleans up after itself.
//
// One object for the length of a run. A SIGHUP that was ignored when the tool started (nohup) stays ignored; SIGINT
// does not: shells ignore it for what runs in the background, where scripts still send it on purpose.
#pragma once

#include <signal.h>

#include <array>

namespace lockstep::cli {

class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts &) = delete;
  Interrupts &operator=(const Interrupts &) = delete;

  /// How many have come so far, and which was the last.
  static int count();
  static int last();

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace lockstep::cli
