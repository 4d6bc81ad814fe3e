// Whether text written to a descriptor should be colored: on a terminal that supports it, unless NO_COLOR is set.
#pragma once

namespace lockstep::report {

bool wantsColor(int descriptor);

}  // namespace lockstep::report
