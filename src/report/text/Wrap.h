// Wraps a line of the text report at spaces to fit a terminal. Color codes take no room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lockstep::report {

/// Continuation lines are indented. A word that is too long stays whole, since a broken path cannot be clicked. `width`
/// 0 is no limit.
std::string wrap(std::string_view line, std::size_t width);

}  // namespace lockstep::report
