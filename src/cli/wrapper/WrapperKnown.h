// Findings that the wrappers do not show because they are known: by the suppressions that ship with the tool, and by
// the files that LOCKSTEP_OPTIONS names.
//
// Where clang and flang make the object, the plugin shows the findings among the compiler's messages, so the plugin
// leaves the known ones out as well; it is told the files through its environment. ccache between the wrapper and the
// compiler must know that the messages depend on those files and on comments in the source.
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
  report::Filter filter;           // made of both
};

/// Throws a Failure for a file that cannot be read or is malformed.
KnownFindings knownFindings();

/// For a compiler with the plugin.
std::map<std::string, std::string> environmentFor(const KnownFindings &known);

}  // namespace lockstep::cli
