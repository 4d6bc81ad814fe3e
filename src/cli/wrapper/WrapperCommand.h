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

/// Whether this call makes code of a source that the rules can look at.
bool isForRules(const WrapperCall &call);

/// Whether this call makes code whose loads and stores a run is to see.
bool isInstrumented(const WrapperCall &call);

/// clang or flang with the user's words, what the MPI needs where it belongs, and the plugin.
WrapperCommand withRules(const WrapperCall &call);

/// The MPI's own wrapper with another compiler behind it.
WrapperCommand plain(const WrapperCall &call, const std::filesystem::path &compiler);

/// The same with gcc, g++ or gfortran behind it, and what a run needs: lines, and loads and stores.
WrapperCommand gnuForRun(const WrapperCall &call);

/// gcc, g++ or gfortran.
std::filesystem::path gnuCompiler(Language language);

/// Becomes the command; returns only by a Failure.
int become(WrapperCommand command);

}  // namespace lockstep::cli
