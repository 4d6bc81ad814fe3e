// The options that the commands and wrappers (src/cli) pass to the plugin of the static rules (src/passes).
//
// Options that affect the object file are on the compiler's command line, so that ccache notices them. Environment
// variables select the modules to judge and the destination of the findings.
#pragma once

namespace lockstep::plugin {

// Environment variables.
inline constexpr char kModules[] = "LOCKSTEP_PROGRAM";    // list of modules to judge instead of the compiled one
inline constexpr char kFindings[] = "LOCKSTEP_FINDINGS";  // file to append findings to; unset: diagnostics
inline constexpr char kInitialContext[] = "LOCKSTEP_INITIAL_CONTEXT";  // kParallel; anything else means serial
inline constexpr char kListsRecorded[] = "LOCKSTEP_WHAT_IS_RECORDED";  // set: also list what a run would record
inline constexpr char kSuppressions[] = "LOCKSTEP_SUPPRESSIONS";       // files, separated by colons
inline constexpr char kBaseline[] = "LOCKSTEP_BASELINE";               // file

inline constexpr char kParallel[] = "parallel";

// Options after -mllvm.
inline constexpr char kErrorsFail[] = "-lockstep-werror";
inline constexpr char kErrorsExit[] = "-lockstep-werror-exit";
inline constexpr char kWarningsFail[] = "-lockstep-warnings-fail";
inline constexpr char kLinesOfCalls[] = "-lockstep-lines-of-calls";

}  // namespace lockstep::plugin
