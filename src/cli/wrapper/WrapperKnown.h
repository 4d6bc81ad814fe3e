// Known findings that the wrappers do not print: the suppressions that ship with the tool, and the files given in
// LOCKSTEP_OPTIONS.
//
// If clang or flang compiles the object, the plugin prints the findings among the compiler's messages, so the plugin
// itself omits the known ones; it gets the files through its environment. A ccache between wrapper and compiler must
// know that the messages depend on those files and on comments in the source.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "report/merge/Filter.h"

namespace lockstep::cli {

struct KnownFindings {
  std::vector<std::filesystem::path> suppressions;
  std::filesystem::path baseline;  // empty: none
  report::Filter filter;           // from both
};

/// Throws a Failure for a file that cannot be read or is malformed.
KnownFindings knownFindings();

/// For a compiler with the plugin.
std::map<std::string, std::string> environmentFor(const KnownFindings &known);

}  // namespace lockstep::cli
