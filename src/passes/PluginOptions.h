// What the plugin is to do, read in one place from its environment and the compiler's command line.
#pragma once

#include <string>
#include <vector>

#include "passes/threads/ParallelismWords.h"

namespace lockstep::passes {

struct PluginOptions {
  std::string modules;                                     // a list of these, instead of the module being compiled
  std::string findings;                                    // a file for JSON; empty: diagnostics on stderr
  InitialContext initialContext = InitialContext::Serial;  // of the functions that nothing calls
  bool listsRecorded = false;                              // also what a run would record
  std::vector<std::string> suppressions;                   // files; findings that they name are no diagnostics
  std::string baseline;                                    // a document whose findings are none either
  bool errorsFail = false;                                 // the compilation, where a rule found an error
  bool errorsExit = false;                                 // the same for flang, which drops errors of passes
  bool warningsFail = false;                               // as errors do
  bool linesOfCalls = false;                               // line tables only for calls that may lead to MPI
};

PluginOptions pluginOptions();

}  // namespace lockstep::passes
