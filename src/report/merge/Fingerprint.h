// By what a finding is known again in another run, or after edits.
#pragma once

#include <string>

#include "report/Finding.h"

namespace lockstep::report {

/// 16 hexadecimal digits over the rule and the conflicting or called sites (role, base name of the file, function,
/// call). Lines, ranks and addresses do not enter, so unrelated edits keep it, nor do branches and other places that
/// only one of the analyses knows. Two errors alike in one function share it.
std::string fingerprint(const Finding &finding);

}  // namespace lockstep::report
