// Accesses by code in headers of the system (std::accumulate) are shown at the program's own place that asks for them.
#pragma once

#include "report/Finding.h"

namespace lockstep::report {

/// The place in the program's own code that stands behind the accesses which the run saw in a header of the system: the
/// static analysis found it for the same operation. Null where there is none.
const Site *ownPlaceBehind(const Finding &run, const Finding &found);

/// Shows the accesses in headers of the system at the program's own place; the label tells of the header.
void showAt(const Site &own, Finding &run);

/// A place in the program's own code comes before one in a header of the system: another access of the same cause, else
/// where the operation starts.
void preferOwnCode(Finding &finding);

}  // namespace lockstep::report
