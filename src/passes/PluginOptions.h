// The plugin's options, read from its environment and the compiler's command line.
#pragma once

#include <string>
#include <vector>

#include "passes/threads/ParallelismWords.h"

namespace lockstep::passes {

struct PluginOptions {
  std::string modules;                                     // list file of modules; empty: the module being compiled
  std::string findings;                                    // JSON output file; empty: diagnostics on stderr
  InitialContext initialContext = InitialContext::Serial;  // of functions without callers
  bool listsRecorded = false;                              // also list the memory that a run would record
  std::vector<std::string> suppressions;                   // suppression files for diagnostics
  std::string baseline;                                    // document whose findings are suppressed as well
  bool errorsFail = false;                                 // errors fail the compilation
  bool errorsExit = false;                                 // the same for flang, which ignores errors of passes
  bool warningsFail = false;                               // the same for warnings
  bool linesOfCalls = false;                               // keep line tables only for calls that may lead to MPI
};

PluginOptions pluginOptions();

}  // namespace lockstep::passes
