// Breaks a line of the text report at spaces so that it fits a terminal. Colors take no room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lockstep::report {

/// The lines after the first are indented. A word that is too long stays whole: a path that is cut cannot be clicked.
/// `width` 0 is no limit.
std::string wrap(std::string_view line, std::size_t width);

}  // namespace lockstep::report
