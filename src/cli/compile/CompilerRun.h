// A finished compiler run whose messages are held back until it is known whether they count: gfortran may compile what
// flang rejects.
#pragma once

#include <string>
#include <vector>

#include "cli/base/Process.h"

namespace lockstep::cli {

struct CompilerRun {
  int status;
  std::string errors;  // all its output on stderr
};

/// Throws a Failure where the compiler cannot be started.
CompilerRun attempt(const std::vector<std::string> &words, ProcessOptions options = {});

/// Shows the messages; returns the status.
int show(const CompilerRun &attempt);

/// Whether flang rejected an option, so that only gfortran's messages are about the source.
bool refusesOption(const CompilerRun &byFlang);

/// Whether gfortran gave up at a module that flang has compiled.
bool cannotReadModule(const CompilerRun &byGfortran);

/// The module whose file the compiler could not read because another compiler wrote it; empty for none.
std::string foreignModuleOf(const CompilerRun &attempt);

/// The line of flang's messages that says what it rejects.
std::string refusalOf(const CompilerRun &byFlang);

}  // namespace lockstep::cli
