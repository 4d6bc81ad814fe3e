// Removes known findings from the diagnostics: those suppressed by comments in the source, and by the suppression files
// and the baseline of the options. The compiler wrappers set these options; the commands get all findings and suppress
// known ones themselves.
#pragma once

#include "passes/PluginOptions.h"
#include "report/Document.h"

namespace lockstep::passes {

report::Document withoutSuppressed(report::Document document, const PluginOptions &options);

}  // namespace lockstep::passes
