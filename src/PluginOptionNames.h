// How the commands and wrappers (src/cli) tell the plugin of the static rules (src/passes) what to do.
//
// Words of the compiler's command line say what becomes of the object file: ccache knows that the result depends on
// them. Variables of the environment say what is judged, and where the findings go.
#pragma once

namespace lockstep::plugin {

// Variables.
inline constexpr char kModules[] = "LOCKSTEP_PROGRAM";    // a list of modules, judged instead of the one being compiled
inline constexpr char kFindings[] = "LOCKSTEP_FINDINGS";  // a file to append to; else findings are diagnostics
inline constexpr char kInitialContext[] = "LOCKSTEP_INITIAL_CONTEXT";  // kParallel, or anything else for serial
inline constexpr char kListsRecorded[] = "LOCKSTEP_WHAT_IS_RECORDED";  // set: also what a run would record
inline constexpr char kSuppressions[] = "LOCKSTEP_SUPPRESSIONS";       // files, with colons between them
inline constexpr char kBaseline[] = "LOCKSTEP_BASELINE";               // a file

inline constexpr char kParallel[] = "parallel";

// Words behind -mllvm.
inline constexpr char kErrorsFail[] = "-lockstep-werror";
inline constexpr char kErrorsExit[] = "-lockstep-werror-exit";
inline constexpr char kWarningsFail[] = "-lockstep-warnings-fail";
inline constexpr char kLinesOfCalls[] = "-lockstep-lines-of-calls";

}  // namespace lockstep::plugin
