// What a static check did not judge, in words.
#pragma once

#include <string>
#include <vector>

#include "report/Document.h"
#include "report/text/ShownPath.h"

namespace lockstep::report {

/// "solve behind line 84: loop left after 2 rounds"
std::string describe(const NotJudged &place);

/// A few of the places, on one line: "solve behind line 84 (loop left after 2 rounds) and 3 more".
std::string briefly(const std::vector<NotJudged> &places);

/// One line for each place.
std::string lines(const std::vector<NotJudged> &places, const ShownPath &paths);

}  // namespace lockstep::report
