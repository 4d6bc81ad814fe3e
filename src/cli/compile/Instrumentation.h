// Compiler flags that make a run see the loads and stores of the compiled code.
//
// clang and flang load our plugin. gcc and gfortran emit the calls of -fsanitize=thread, which our own library
// implements; only the compiler proper gets the flag, through a specs file, because the driver would link gcc's
// runtime.
#pragma once

#include <string>
#include <vector>

#include "cli/compile/Compile.h"

namespace lockstep::cli {

struct Instrumentation {
  std::vector<std::string> compile;
  std::vector<std::string> link;  // after the objects; no cost if none is instrumented
};

/// Nothing to compile with where this installation has none for that compiler; objects of the other may still be
/// linked.
Instrumentation instrumentationFor(Language language, bool byGnu);

/// Excludes the entries of an ignore list; for clang and flang.
std::vector<std::string> blockListFlags(Language language, const std::string &file);

/// States that the only source of the command is the whole program: memory that no MPI call can access is not
/// instrumented. For clang and flang.
std::vector<std::string> wholeProgramFlags(Language language);

/// Whether the flags link nothing to a source that could know its memory beside it.
bool linksOnlyItself(const std::vector<std::string> &words);

}  // namespace lockstep::cli
