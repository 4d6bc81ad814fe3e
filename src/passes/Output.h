// Where the plugin's report on a module goes: to the file that its options name, one JSON document per line and module,
// so that several compilers may append to it at once; otherwise to stderr as diagnostics beside the compiler's, without
// what is known.
#pragma once

#include <vector>

#include "passes/PluginOptions.h"
#include "report/Document.h"

namespace lockstep::passes {

/// What it has put out, without what is known.
std::vector<report::Finding> output(const report::Document &document, const PluginOptions &options);

}  // namespace lockstep::passes
