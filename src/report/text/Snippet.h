// A source line with a caret below it, made to fit a terminal: tabs are expanded, a line that is too long is cut to the
// part around the caret.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lockstep::report {

struct Snippet {
  std::string text;
  std::size_t caret = 0;  // how many columns of `text` stand before the caret
};

/// `column` counts bytes from 1, as in debug information; 0 (not known) means the first that is not blank.
/// `width` is the room for the text, 0 without limit.
Snippet snippet(std::string_view line, std::size_t column, std::size_t width);

}  // namespace lockstep::report
