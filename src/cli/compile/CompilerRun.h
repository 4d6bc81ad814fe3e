// A finished compiler run whose messages are held back until it is known whether they count: gfortran may compile what
// flang rejects.
#pragma once

#include <string>
#include <vector>

#include "cli/base/Process.h"

namespace lockstep::cli {

struct CompilerRun {
  int status;
  std::string errors;  // all that it said on stderr
};

/// Throws a Failure where the compiler cannot be started.
CompilerRun attempt(const std::vector<std::string> &words, ProcessOptions options = {});

/// Shows the messages; returns the status.
int show(const CompilerRun &attempt);

/// Whether flang did not even look at the source: then gfortran's messages are those on it.
bool refusesOption(const CompilerRun &byFlang);

/// Whether gfortran gave up at a module that flang has compiled.
bool cannotReadModule(const CompilerRun &byGfortran);

/// The module whose file the compiler could not read because another one has made it; empty for none.
std::string foreignModuleOf(const CompilerRun &attempt);

/// The one line of flang's messages that says what it refuses.
std::string refusalOf(const CompilerRun &byFlang);

}  // namespace lockstep::cli
