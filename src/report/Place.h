// How places in the code are named, so that they compare equal whoever resolved them.
#pragma once

#include <string>
#include <string_view>

#include "report/Finding.h"

namespace lockstep::report {

/// The file of a site, or "module+0x12" while its source line is not known.
std::string placeName(const Site &site);

/// The file of a site, or the module while its source line is not known.
std::string_view fileOrModule(const Site &site);

std::string_view baseName(std::string_view path);

/// The function's own name: without scope, template arguments, parameters and what the compiler appended to it.
std::string plainFunction(std::string_view function);

}  // namespace lockstep::report
