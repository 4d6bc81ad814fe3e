// SIGINT, SIGTERM and SIGHUP are recorded instead of terminating the tool: the run still writes its report and cleans
// up.
//
// One object for the duration of a run. A SIGHUP that was ignored when the tool started (nohup) stays ignored; SIGINT
// does not: shells ignore it for background processes, to which scripts still send it on purpose.
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
