// Text escaped for XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::report {

/// For an element's text or a quoted attribute: markup characters are escaped; invalid UTF-8 and characters that XML
/// forbids are replaced.
std::string markupText(std::string_view text);

}  // namespace lockstep::report
