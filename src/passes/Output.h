// Writes the plugin's report on a module: to the file named by its options, one JSON document per line and module, so
// that several compilers may append to it concurrently; otherwise to stderr as diagnostics beside the compiler's,
// without suppressed findings.
#pragma once

#include <vector>

#include "passes/PluginOptions.h"
#include "report/Document.h"

namespace lockstep::passes {

/// Returns the findings written, without suppressed ones.
std::vector<report::Finding> output(const report::Document &document, const PluginOptions &options);

}  // namespace lockstep::passes
