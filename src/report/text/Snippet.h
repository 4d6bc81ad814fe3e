// A source line with a caret below it, fitted to a terminal: tabs are expanded, a long line is cut to the part around
// the caret.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lockstep::report {

struct Snippet {
  std::string text;
  std::size_t caret = 0;  // columns of `text` before the caret
};

/// `column` counts bytes from 1, as in debug information; 0 (unknown) means the first non-blank. `width` is the
/// available room, 0 for no limit.
Snippet snippet(std::string_view line, std::size_t column, std::size_t width);

}  // namespace lockstep::report
