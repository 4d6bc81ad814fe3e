// The checks of `lockstep doctor`: one row each, and whether `lockstep run` can work here.
//
// A problem is anything that prevents `run` from working with any MPI; anything that disables only a part of Lockstep
// is a warning. So there is a problem if and only if Lockstep is not usable.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/run/HostMachine.h"

namespace lockstep::cli {

struct Check {
  enum class State { Ok, Warning, Problem };

  std::string name;
  State state = State::Ok;
  std::string detail;
  std::string mend;  // the command that mends it; empty where all is well
};

/// "ok", "warning", "problem": the words of the text and of the JSON.
std::string_view name(Check::State state);

struct Diagnosis {
  std::vector<Check> checks;
  std::vector<MpiFlavor> usable;  // `run` works with these

  bool isUsable() const;
};

Diagnosis diagnose(const HostMachine &machine);

}  // namespace lockstep::cli
