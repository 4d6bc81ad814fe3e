// Whether text that goes to a descriptor should be colored: on a terminal that can, unless NO_COLOR asks for none.
#pragma once

namespace lockstep::report {

bool wantsColor(int descriptor);

}  // namespace lockstep::report
