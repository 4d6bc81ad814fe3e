// The command that replaces the wrapper process, and the exec.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/wrapper/WrapperLine.h"

namespace lockstep::cli {

/// One call of lockstep-mpicc, lockstep-mpicxx or lockstep-mpifort.
struct WrapperCall {
  std::string name;  // of the wrapper
  Language language;
  MpiFlavor flavor;
  WrapperLine line;
  bool isOn;  // LOCKSTEP_WRAPPER=off: as the plain MPI wrapper would do it
};

using Environment = std::map<std::string, std::string>;

struct WrapperCommand {
  std::vector<std::string> words;
  Environment environment = {};
};

/// Whether this call compiles a source that the rules can analyze.
bool isForRules(const WrapperCall &call);

/// Whether this call compiles code whose loads and stores a run should see.
bool isInstrumented(const WrapperCall &call);

/// clang or flang with the user's arguments, the flags for MPI in the right places, and the plugin.
WrapperCommand withRules(const WrapperCall &call);

/// The MPI's own wrapper with another underlying compiler.
WrapperCommand plain(const WrapperCall &call, const std::filesystem::path &compiler);

/// The same with gcc, g++ or gfortran as the underlying compiler, and flags for a run: line tables, and loads and
/// stores.
WrapperCommand gnuForRun(const WrapperCall &call);

/// gcc, g++ or gfortran.
std::filesystem::path gnuCompiler(Language language);

/// Becomes the command; returns only by a Failure.
int become(WrapperCommand command);

}  // namespace lockstep::cli
