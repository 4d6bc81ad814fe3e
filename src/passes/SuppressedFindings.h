// What of a report is known already and not to be shown as a diagnostic: by comments in the source, and by the files
// that LOCKSTEP_SUPPRESSIONS (with colons between them) and LOCKSTEP_BASELINE name. The compiler wrappers set both; the
// commands take everything that was found and leave out the known themselves.
#pragma once

#include "report/Document.h"

namespace lockstep::passes {

report::Document withoutSuppressed(report::Document document);

}  // namespace lockstep::passes
