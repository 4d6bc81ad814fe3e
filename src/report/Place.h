// How places in the code are named, so that they compare equal whoever resolved them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/Finding.h"

namespace lockstep::report {

/// The file of a site, or "module+0x12" while its source line is not known.
std::string placeName(const Site &site);

/// The file of a site, or the module while its source line is not known.
std::string_view fileOrModule(const Site &site);

std::string_view baseName(std::string_view path);

/// A header of the system or of the compiler: what happens there, the program's own code has asked for.
bool isOfSystem(std::string_view file);

/// The function's own name: without scope, template arguments, parameters and what the compiler appended to it.
std::string plainFunction(std::string_view function);

/// Whether the same call or access is meant, in whatever role. Static analysis and debug information may spell the path
/// differently: the base name must do. Not every compiler gives columns.
bool isSamePlaceOfCall(const Site &a, const Site &b);
/// The same, in the same role.
bool isSamePlace(const Site &a, const Site &b);

/// The sites that make the error, whichever analysis found it: what conflicts, else what was called.
std::vector<const Site *> primarySites(const Finding &finding);
/// Likewise, with further places of the same cause.
std::vector<const Site *> placesOf(const Finding &finding);

}  // namespace lockstep::report
