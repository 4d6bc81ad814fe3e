// The help of a finding as it is shown.
#pragma once

#include <string>

#include "report/Finding.h"

namespace lockstep::report {

std::string helpText(const Finding &finding);

}  // namespace lockstep::report
