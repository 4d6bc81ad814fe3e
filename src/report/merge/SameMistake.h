// One mistake in the program that several rules see, or one rule at several places.
//
// A datatype that does not match the variable also makes the call access too much memory. A datatype that was never
// committed, or has a wrong layout, is wrong wherever it is used. A call that wrote past the end of its memory may
// crash the process later. One thread barrier is missing for all buffers that one function communicates and another
// function accesses. Findings are one mistake only if they concern the same argument of the same call, the same
// datatype, or the same two functions: independent errors stay apart.
#pragma once

#include "report/Finding.h"

namespace lockstep::report {

/// Whether `finding` describes the mistake that `from` describes better.
bool isSameMistake(const Finding &finding, const Finding &from);

}  // namespace lockstep::report
