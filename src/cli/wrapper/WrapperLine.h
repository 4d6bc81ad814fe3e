// Parses the command line of a compiler as far as needed to extend it without changing its meaning.
//
// It determines only what the wrappers need: which arguments are Lockstep's own, which inputs are sources, and how far
// the compiler processes them. Everything else is passed on unchanged and in order. Response files are read but passed
// as they are, unless they contain one of Lockstep's own options.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/compile/Compile.h"

namespace lockstep::cli {

/// The last stage of the compilation. Asked: it only prints information about itself (--version, -print-…, no inputs).
enum class Stage { Asked, Preprocess, Syntax, Object, Link };

struct WrapperInput {
  std::string word;                  // "-" is stdin
  std::optional<Language> language;  // of a source that is compiled
  bool isPreprocessed = false;       // it can include headers: all but objects and libraries
  bool isHeader = false;             // it is precompiled
};

struct WrapperLine {
  std::vector<std::string> passed;  // the compiler's words, in order
  std::vector<std::string> seen;    // the same with response files opened
  std::vector<WrapperInput> inputs;
  Stage stage = Stage::Link;
  bool isVerbose = false;         // -v
  bool isRelocatable = false;     // -r: no libraries
  bool isLanguageForced = false;  // an -x that holds to the end of the line
  bool asksMpi = false;           // -show and the like: a question to the MPI's wrapper

  // Lockstep's own words.
  std::string compiler;                          // --compiler=gcc|clang
  std::string mpi;                               // --mpi NAME
  bool rules = true;                             // -Wno-lockstep
  std::optional<report::Severity> failsOn = {};  // -Werror=lockstep[=error|=warning]
  bool instruments = true;                       // -fno-lockstep
  std::string blockList;                         // -flockstep-ignorelist=FILE
};

/// Throws a Failure where a word of Lockstep's own has no value.
WrapperLine readLine(const std::vector<std::string> &given);

/// The arguments that affect the meaning of a source (macros, header folders, standard), for its analysis by another
/// compiler than the one on the line. The language is not among them.
std::vector<std::string> meaningOf(const WrapperLine &line);

}  // namespace lockstep::cli
