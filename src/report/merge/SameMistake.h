// One mistake of the program that several rules see, or one rule at several places.
//
// A datatype that does not fit the variable also makes the call access more memory than there is. A datatype that was
// never committed, or has a wrong layout, is wrong wherever it is used. What a call wrote behind the end of its memory
// may end the process afterwards. One barrier between the threads is missing for all that a function sends and receives
// and another function accesses. Only what is about the same argument of the same call, the same datatype, or the same
// two functions is one mistake: two errors side by side stay two.
#pragma once

#include "report/Finding.h"

namespace lockstep::report {

/// Whether `finding` tells of the mistake that `from` tells of better.
bool isSameMistake(const Finding &finding, const Finding &from);

}  // namespace lockstep::report
