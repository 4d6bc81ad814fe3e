// Text as XML and HTML take it.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::report {

/// Fit for an element's text or a quoted attribute: what has a meaning of its own is escaped, what is no UTF-8, or a
/// character that XML does not have, replaced.
std::string markupText(std::string_view text);

}  // namespace lockstep::report
