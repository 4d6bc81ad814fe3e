// Where the plugin's report on a module goes: to the file that LOCKSTEP_FINDINGS names, one JSON document per line and
// module, so that several compilers may append to it at once; otherwise to stderr as diagnostics beside the compiler's,
// without what is known.
#pragma once

#include "report/Document.h"

namespace lockstep::passes {

/// Whether errors are among what it has put out.
bool output(const report::Document &document);

}  // namespace lockstep::passes
