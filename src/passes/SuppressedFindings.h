// What of a report is known already and not to be shown as a diagnostic: by comments in the source, and by the
// suppression files and the baseline of the options. The compiler wrappers name these; the commands take everything
// that was found and leave out the known themselves.
#pragma once

#include "passes/PluginOptions.h"
#include "report/Document.h"

namespace lockstep::passes {

report::Document withoutSuppressed(report::Document document, const PluginOptions &options);

}  // namespace lockstep::passes
